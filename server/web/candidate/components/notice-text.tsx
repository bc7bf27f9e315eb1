import type { PageState } from '../state/types.ts';
import { isLanguage, languages } from '../texts/languages.ts';

/** Addresses in it can be opened, beside this page. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );

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
              {withLinks(paragraph)}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
