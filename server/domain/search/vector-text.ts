import type { ParsedCv } from '../cv/parsed-cv.ts';

/** What models read of a text anyway, in characters; the parts of a CV in it, likewise. */
const maxChars = 2400;
const maxSummaryChars = 700;
const maxDescriptionChars = 500;
const maxSkills = 40;
const maxPositions = 5;

const contacts = /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/|www\.)\S+|\+?\d[\d ()/.-]{7,}\d/giu;

/** E-mail addresses, addresses of pages and telephone numbers left out. */
export const withoutContacts = (text: string): string => text.replaceAll(contacts, ' ');

/**
 * The text of a candidate that is embedded: what they are, can and did. No name, no place, no address: what is near must not depend on
 * who somebody is.
 */
export function vectorText(cv: ParsedCv): string {
  const positions = cv.experience.slice(0, maxPositions);
  const parts = [
    cv.headline,
    positions
      .map(({ title }) => title)
      .filter(Boolean)
      .join(', '),
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
  const text = withoutContacts(parts.filter(Boolean).join('. '));
  return withoutNames(text, [cv.fullName, cv.location]).slice(0, maxChars);
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

/** What a search is embedded as. */
export const askedText = ({ named, told }: { named: readonly string[]; told: readonly string[] }): string =>
  withoutContacts([...new Set(named), ...told].join('. ')).slice(0, maxChars);
