import { evidenceOf } from './evidence.ts';
import { headingKind } from './headings.ts';
import { cellsOf, nameOf } from './names.ts';
import { isPlace } from './places.ts';
import { hasTitleWord } from './title-words.ts';
import type { CvDocument, CvProfile, CvSection, Found, TextLine } from './types.ts';

const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
const link =
  /(?:https?:\/\/|www\.)[^\s|,;()<>]+|(?<![@\w.])(?:linkedin\.com|github\.com|gitlab\.com|xing\.com|behance\.net|medium\.com|stackoverflow\.com)\/[^\s|,;()<>]+/gi;
const phone = /(?<![\p{L}\p{N}/.,])\+?\(?\d[\d\s().\-–/]{6,20}\d(?![\p{L}\p{N}/])/gu;

/** A name and a title stand among the first lines. */
const headLines = 8;

/** How to reach the person. Names and places are for showing only: no score is made from them. */
export function contactsOf(document: CvDocument, sections: readonly CvSection[]): CvProfile['contacts'] {
  const near = sections
    .filter(({ kind }) => kind === 'top' || kind === 'contact')
    .flatMap(({ firstLine, endLine }) => document.lines.slice(firstLine, endLine));
  const head = document.lines.slice(0, headLines);
  const emails = unique(allOf(document.lines, email, (text) => text.toLowerCase()));
  return {
    name: nameOf(document, sections, emails),
    emails,
    phones: unique(allOf(near.length > 0 ? [...near, ...head] : head, phone, phoneOf)),
    links: unique(
      allOf(document.lines, link, (text) => {
        const address = text.replace(/[.]+$/, '');
        return /^https?:/i.test(address) ? address : `https://${address}`;
      }),
    ),
    location: locationIn([...near, ...head]),
  };
}

/** The title a person gives themselves: above the first section, in words of occupations. */
export function headlineOf(
  { lines }: CvDocument,
  sections: readonly CvSection[],
  name: Found<string> | null,
): Found<string> | null {
  const top = sections.find(({ kind }) => kind === 'top');
  const candidates = top ? lines.slice(top.firstLine, Math.min(top.endLine, top.firstLine + headLines)) : [];
  for (const line of candidates) {
    for (const { text, start, end } of cellsOf(line)) {
      const words = text.split(/\s+/).length;
      if (words > 12 || /@|\d{2}/.test(text) || /[a-z]\.$/.test(text) || text === name?.value) continue;
      if (hasTitleWord(text) && !headingKind(text))
        return { value: text, evidence: [evidenceOf(line, start, end)] };
    }
  }
  return null;
}

function locationIn(lines: readonly TextLine[]): Found<string> | null {
  for (const line of lines) {
    for (const { text, start, end } of cellsOf(line)) {
      const place = text.replace(/^[^:]{2,20}:\s*/, '');
      // "Registered Nurse, New York" says first what the candidate is.
      if (/\p{L}{3}/u.test(place) && isPlace(place) && !hasTitleWord(place.split(',', 1)[0]!))
        return { value: place, evidence: [evidenceOf(line, start, end)] };
    }
  }
  return null;
}

function phoneOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  // Dates are no number to call.
  const isDate = /(?<!\d)(?:19|20)\d{2}(?:\s*[-–/.]|$)/.test(text.trim());
  if (digits.length < 8 || digits.length > 15 || isDate) return undefined;
  return `${text.trim().startsWith('+') ? '+' : ''}${digits}`;
}

function allOf(
  lines: readonly TextLine[],
  pattern: RegExp,
  read: (text: string) => string | undefined,
): Found<string>[] {
  return lines.flatMap((line) =>
    [...line.text.matchAll(pattern)].flatMap((match) => {
      const value = read(match[0]);
      return value
        ? [{ value, evidence: [evidenceOf(line, match.index, match.index + match[0].length)] }]
        : [];
    }),
  );
}

function unique(found: readonly Found<string>[]): Found<string>[] {
  return found.filter(({ value }, index) => found.findIndex((other) => other.value === value) === index);
}
