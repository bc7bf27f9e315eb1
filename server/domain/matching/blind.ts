import { nameBeforeLetters, smallWordsOf } from '../cv/names.ts';
import type { CvProfile } from '../cv/types.ts';
import { escaped } from '../cv/words.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';

/**
 * What must not decide: who the candidate is. A line that states age, gender, nationality, family or faith is left out whole; names of
 * persons and schools are cut from the lines they stand in.
 */
export interface Blindfold {
  /** The line without what must not be seen; empty where nothing is left. */
  cover(text: string): string;
  /** Also without the names of schools. */
  coverSchool(text: string): string;
}

/** "Date of birth:", "Nationalität", "Estado civil" … at the beginning of a line, in the languages CVs come in. */
const personalLabel = lazy(
  () => new RegExp(`^\\W*(?:${cvWords(({ personalDetails }) => personalDetails)})`, 'iu'),
);

/** Remarks of this kind in the middle of a line: "32 years old", "married with two children". */
const personalRemark =
  /\b(?:\d{2}[- ]years?[- ]old|aged? \d{2}|(?:single|married|divorced|widowed)(?=[,;.|]|$)|(?:fe)?male(?=[,;.|]|$)|he\/him|she\/her|they\/them|\p{Lu}\p{L}+ (?:citizen|national)(?:ship|ity)?)\b/giu;

/** "University of Texas at Austin", "Treasure Valley Community College", "Technische Universität München". */
const schoolName = lazy(() => {
  const kinds = cvWords(({ schoolNames }) => schoolNames);
  const inside = cvWords(({ schoolNamesInside }) => schoolNamesInside);
  const links = cvWords(({ schoolNameLinks }) => schoolNameLinks);
  const places = cvWords(({ schoolPlaceLinks }) => schoolPlaceLinks);
  return new RegExp(
    `(?<!\\p{L})(?:(?:\\p{Lu}[\\p{L}.'’&-]*\\s+){0,6}(?:${kinds})(?:\\s+(?:${links})(?!\\p{L}))*(?:\\s+\\p{Lu}[\\p{L}.'’&-]*){0,5}(?:\\s+(?:${places})(?:\\s+\\p{Lu}[\\p{L}.'’&-]*){1,3})?)|(?<!\\p{L})\\p{L}*(?:${inside})`,
    'gu',
  );
});

/** @param lines of the CV: a word that it writes small is no part of a name */
export function blindfold(
  { contacts, education }: Pick<CvProfile, 'contacts' | 'education'>,
  lines: readonly { text: string }[] = [],
): Blindfold {
  const isWord = smallWordsOf(lines);
  const said = [contacts.name, contacts.location, ...contacts.emails, ...contacts.phones, ...contacts.links];
  const personal = anyOf(distinct(said.flatMap((found) => (found ? [found.value, ...textsOf(found)] : []))));
  const family = (contacts.name?.value ?? '').split(/\s+/).filter((part) => part.length > 1);
  const schools = anyOf(
    distinct(
      education.flatMap(({ institution }) =>
        institution ? [institution.value, ...textsOf(institution)] : [],
      ),
    ),
  );
  const honorific = finding(
    family,
    () =>
      new RegExp(
        `\\b(?:${cvWords(({ honorifics }) => honorifics)})\\.?\\s+(?:${family.map(wholeWord).join('|')})(?:['’]s)?`,
        'giu',
      ),
  );

  const cover = (text: string): string => {
    if (personalLabel().test(text)) return '';
    // A name before letters of a certificate, known or not: "Jane Baker, CPA".
    let left = without(text.slice(nameBeforeLetters(text, isWord)).replace(/^\s*,\s*/, ''), personal);
    left = without(left, honorific);
    left = left.replaceAll(personalRemark, ' ');
    // What a name leaves of a line of its own, "JANE" over "BAKER", is a name too.
    const words = left.split(/\s+/).filter(Boolean);
    if (
      words.length > 0 &&
      words.length <= 3 &&
      words.every((word) => family.some((part) => same(part, word)))
    )
      return '';
    return left.replaceAll(/\s+/g, ' ').trim();
  };
  return {
    cover,
    coverSchool: (text) =>
      without(cover(text), schools).replaceAll(schoolName(), ' ').replaceAll(/\s+/g, ' ').trim(),
  };
}

const textsOf = ({ evidence }: { evidence: readonly { text: string }[] }) => evidence.map(({ text }) => text);

/** Longest first, so that a part is not cut out of what holds it. */
const distinct = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text.length > 1))].toSorted(
    (a, b) => b.length - a.length,
  );

/** What finds texts in a line: most lines have none of them, and that is told far quicker than an expression is made and tried. */
interface Finder {
  mayBeIn(line: string): boolean;
  expression(): RegExp;
}

function finding(texts: readonly string[], make: () => RegExp): Finder {
  const folded = texts.map(foldCase);
  return {
    mayBeIn(line) {
      if (folded.length === 0) return false;
      const read = foldCase(line);
      return folded.some((text) => read.includes(text));
    },
    expression: lazy(make),
  };
}

/** Whatever an expression takes for the same letter regardless of case is the same here. */
const foldCase = (text: string): string => text.replaceAll('ẞ', 'ß').toUpperCase().toLowerCase();

/** Finds any of the texts as whole words. */
const anyOf = (texts: readonly string[]): Finder =>
  finding(texts, () => new RegExp(texts.map(wholeWord).join('|'), 'giu'));

/** "Reading" is no part of "Proofreading". A text that begins or ends with a sign ("+44 …") needs no such edge. */
const wholeWord = (text: string): string =>
  (/^[\p{L}\p{M}\p{N}]/u.test(text) && !unspaced.test(text) ? '(?<![\\p{L}\\p{M}\\p{N}])' : '') +
  escaped(text) +
  (/[\p{L}\p{M}\p{N}]$/u.test(text) && !unspaced.test(text) ? '(?![\\p{L}\\p{M}\\p{N}])' : '');

/** Scripts that put no space between words, and Korean, which writes particles on to names: any place is an edge. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const without = (text: string, parts: Finder): string =>
  parts.mayBeIn(text) ? text.replaceAll(parts.expression(), ' ') : text;

const names = lazy(() => new Intl.Collator('en', { sensitivity: 'base' }));

const same = (a: string, b: string) => names().compare(a, b.replaceAll(/[^\p{L}'’-]/gu, '')) === 0;
