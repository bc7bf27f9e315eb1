import type { ParsedCv } from '../cv/parsed-cv.ts';

/** What models read of a text anyway, in characters; the parts of a CV in it, likewise. */
const maxChars = 2400;
const maxSummaryChars = 700;
const maxDescriptionChars = 500;
const maxSkills = 40;
const maxPositions = 5;

/** An address begins where a run of its letters does, so that a long text costs no more than its length. */
const contacts = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/|www\.)\S+|\+?\d[\d ()/.-]{7,}\d/giu;

/** E-mail addresses, addresses of pages and telephone numbers left out. */
export const withoutContacts = (text: string): string => text.replaceAll(contacts, ' ');

/** What is embedded of a candidate, or of a search. */
export interface VectorTexts {
  /** What the candidate is, or is to be. Empty where that is not said. */
  titles: string;
  /** Everything that counts, titles too. */
  text: string;
}

/**
 * What is embedded of a candidate: what they are, can and did. No name, no place, no address: what is near must not depend on who the
 * candidate is.
 */
export function vectorTexts(cv: ParsedCv): VectorTexts {
  const positions = cv.experience.slice(0, maxPositions);
  const titles = positions
    .map(({ title }) => title)
    .filter(Boolean)
    .join(', ');
  const parts = [
    cv.headline,
    titles,
    cv.skills.slice(0, maxSkills).join(', '),
    cv.summary?.slice(0, maxSummaryChars),
    ...positions.map(({ description }) => description?.slice(0, maxDescriptionChars)),
    cv.education
      .map(({ degree, field }) => [degree, field].filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', '),
    cv.certificates.join(', '),
    cv.text,
  ];
  const clean = (texts: readonly (string | null | undefined)[]) => {
    const text = withoutContacts(texts.filter(Boolean).join('. '));
    return withoutNames(text, [cv.fullName, cv.location]).slice(0, maxChars);
  };
  return { titles: clean([cv.headline, titles]), text: clean(parts) };
}

function withoutNames(text: string, names: readonly (string | null)[]): string {
  const words = new Set(
    names
      .flatMap((name) => (name ?? '').split(/[\s,]+/))
      .filter((word) => word.length > 1)
      .map((word) => word.toLowerCase()),
  );
  if (words.size === 0) return text;
  return text.replaceAll(/[\p{L}\p{M}'’-]+/gu, (word) => (words.has(word.toLowerCase()) ? '' : word));
}

/** What is embedded of a search. */
export const askedVectorTexts = ({
  title,
  named,
  told,
}: {
  title: string;
  named: readonly string[];
  told: readonly string[];
}): VectorTexts => ({
  titles: withoutContacts(title).slice(0, maxChars),
  text: withoutContacts([...new Set(named), ...told].join('. ')).slice(0, maxChars),
});
