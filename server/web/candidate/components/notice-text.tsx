import type { PageState } from '../state/types.ts';
import { isLanguage, languages } from '../texts/languages.ts';

/** What the server says that candidates are to be told, word for word. */
export function NoticeText({ notice: { language, sections } }: { notice: NonNullable<PageState['notice']> }) {
  return (
    <div className="letter" lang={isLanguage(language) ? languages[language].tag : language}>
      {sections.map(({ title, paragraphs }) => (
        <section key={title}>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
