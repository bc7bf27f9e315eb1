import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { evidenceOf } from './evidence.ts';
import { headingKind } from './headings.ts';
import { isOrganisation } from './organisation-words.ts';
import { isPlace } from './places.ts';
import { usualSize } from './sections.ts';
import { hasTitleWord } from './title-words.ts';
import type { CvDocument, CvProfile, CvSection, Found, TextLine } from './types.ts';

const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
const link =
  /(?:https?:\/\/|www\.)[^\s|,;()<>]+|(?<![@\w.])(?:linkedin\.com|github\.com|gitlab\.com|xing\.com|behance\.net|medium\.com|stackoverflow\.com)\/[^\s|,;()<>]+/gi;
const phone = /(?<![\p{L}\p{N}/.,])\+?\(?\d[\d\s().\-–/]{6,20}\d(?![\p{L}\p{N}/])/gu;

/** "Curriculum vitae". */
const ownTitle = lazy(() => new RegExp(`^(?:${cvWords(({ documentTitles }) => documentTitles)})$`, 'iu'));
const nameParticle = lazy(() => new RegExp(`^(?:${cvWords(({ nameParticles }) => nameParticles)})$`, 'i'));

/** A name and a title stand among the first lines. */
const headLines = 8;

/** How to reach the person. Names and places are for showing only: no score is made from them. */
export function contactsOf(document: CvDocument, sections: readonly CvSection[]): CvProfile['contacts'] {
  const near = sections
    .filter(({ kind }) => kind === 'top' || kind === 'contact')
    .flatMap(({ firstLine, endLine }) => document.lines.slice(firstLine, endLine));
  const head = document.lines.slice(0, headLines);
  return {
    name: nameIn(head, usualSize(document.lines)),
    emails: unique(allOf(document.lines, email, (text) => text.toLowerCase())),
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

function nameIn(lines: readonly TextLine[], bodySize: number): Found<string> | null {
  const candidates = lines.flatMap((line) => cellsOf(line).map((cell) => ({ ...cell, line })));
  const names = candidates.filter(({ text }) => looksLikeName(text));
  const prominent = names.find(({ line }) => line.fontSizePt > bodySize + 0.5 || line.isBold);
  const first = names.find(({ line }) => line === lines[0]);
  const best = prominent ?? first ?? (names.length === 0 ? namedLikeATitle(candidates) : undefined);
  return best ? { value: best.text, evidence: [evidenceOf(best.line, best.start, best.end)] } : null;
}

/** "Jane Baker" over "Senior Accountant": whoever is called like an occupation still has a name. */
function namedLikeATitle<Cell extends { text: string }>(candidates: readonly Cell[]): Cell | undefined {
  const [first, ...others] = candidates;
  const words = first?.text.split(/\s+/) ?? [];
  const isName =
    (words.length === 2 || words.length === 3) &&
    words.every(isNamed) &&
    words.filter(hasTitleWord).length === 1 &&
    hasTitleWord(words.at(-1)!) &&
    others.some(({ text }) => /\S@\S/.test(text)) &&
    others.some(({ text }) => !text.includes('@') && text.split(/\s+/).length <= 12 && hasTitleWord(text));
  return isName ? first : undefined;
}

/** Two to four words with capitals, or two to five signs of a script without them; no occupation, place or heading. */
function looksLikeName(text: string): boolean {
  if (
    /[\d@:/|]/.test(text) ||
    headingKind(text) ||
    hasTitleWord(text) ||
    isPlace(text) ||
    isOrganisation(text)
  )
    return false;
  if (ownTitle().test(text)) return false;
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]{2,8}$/u.test(text))
    return true;
  const words = text.replace(/,.*$/, '').split(/\s+/);
  if (words.length < 2 || words.length > 4) return false;
  return words.every(isNamed);
}

const isNamed = (word: string) =>
  /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*$/u.test(word) || nameParticle().test(word);

function locationIn(lines: readonly TextLine[]): Found<string> | null {
  for (const line of lines) {
    for (const { text, start, end } of cellsOf(line)) {
      const place = text.replace(/^[^:]{2,20}:\s*/, '');
      if (/\p{L}{3}/u.test(place) && isPlace(place))
        return { value: place, evidence: [evidenceOf(line, start, end)] };
    }
  }
  return null;
}

function cellsOf({ text }: TextLine): { text: string; start: number; end: number }[] {
  const cells: { text: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(/(?:(?!\s{2,}|\s*[|•·●]\s*).)+/gu)) {
    const cell = match[0].trim();
    if (cell) cells.push({ text: cell, start: match.index, end: match.index + match[0].length });
  }
  return cells;
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
