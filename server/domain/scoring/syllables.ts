import type { AlignedWord } from '../transcript/types.ts';
import { saidWords } from './said-words.ts';
import { plainForm } from './text.ts';

const vowelPhones: ReadonlySet<string> = new Set('aa ae ah ao aw ay eh er ey ih iy ow oy uh uw'.split(' '));

export const isVowel = (phone: string): boolean => vowelPhones.has(phone);

/** Letters that can be a vowel's centre in Latin, Cyrillic and Greek writing, accents stripped. */
const vowelLetters = /[aeiouyæøœаеёиоуыэюяіїєαεηιουω]+/g;

/** Two neighbouring vowels that are spoken apart: "be-ing", "ar-e-a", "Jan-u-ary", "so-ci-o-logy". */
const hiatus = /[aeiou]ing$|[aeiouy].*ea$|[^qg]ua|(?:[^aeiou]|^)i(?:a|o|um)(?!u)/;

/**
 * Syllables of a written English word, by its groups of vowel letters: a silent final "e" and the "e" of a final
 * "-ed" that is not spoken are left out, "-le" after a consonant is a syllable. At least 1 for any word. For other
 * alphabetic languages the groups alone; for writing without vowel letters (Chinese, Japanese, Korean) one per
 * character.
 */
export function orthographicSyllables(text: string, language: string): number {
  const word = plainForm(text).normalize('NFD').replace(/\p{M}/gu, '');
  if (word === '') return 0;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(plainForm(text))) {
    return [...plainForm(text)].filter((character) => /\p{L}/u.test(character)).length;
  }
  const groups = word.match(vowelLetters)?.length ?? 0;
  if (language !== 'en') return Math.max(1, groups);
  let syllables = groups;
  if (/[^aeiouyl]e$/.test(word) || /[aeiouy]le$/.test(word)) syllables -= 1;
  else if (/[^aeiouytd]ed$/.test(word) || /[^aeiouyszxg](?<!sh|ch)es$/.test(word)) syllables -= 1;
  if (hiatus.test(word) && !/[ct]i(?:on|a[ln]|ous)|sion/.test(word)) syllables += 1;
  return Math.max(1, syllables);
}

/** Syllables of a spoken word: its vowel phones where the aligner found them, else from its spelling. */
export function syllablesOf(word: AlignedWord, language: string): number {
  const vowels = word.phones?.filter(({ phone }) => isVowel(phone)).length;
  if (vowels) return vowels;
  return saidWords([word]).reduce((sum, { text }) => sum + orthographicSyllables(text, language), 0);
}
