import { packOf } from '../languages/registry.ts';
import type { AlignedWord } from '../transcript/types.ts';
import { saidWords } from './said-words.ts';
import { plainForm } from './text.ts';

const vowelPhones: ReadonlySet<string> = new Set('aa ae ah ao aw ay eh er ey ih iy ow oy uh uw'.split(' '));

export const isVowel = (phone: string): boolean => vowelPhones.has(phone);

/** Letters that can be a vowel's centre in Latin, Cyrillic and Greek writing, accents stripped. */
const vowelLetters = /[aeiouyæøœаеёиоуыэюяіїєαεηιουω]+/g;

/**
 * Syllables of a written word: by the language's rules where its pack has some, else by its groups of vowel letters.
 * At least 1 for any word. For writing without vowel letters (Chinese, Japanese, Korean) one per character.
 */
export function orthographicSyllables(text: string, language: string): number {
  const word = plainForm(text).normalize('NFD').replace(/\p{M}/gu, '');
  if (word === '') return 0;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(plainForm(text))) {
    return [...plainForm(text)].filter((character) => /\p{L}/u.test(character)).length;
  }
  const groups = word.match(vowelLetters)?.length ?? 0;
  return Math.max(1, packOf(language)?.syllables?.(word, groups) ?? groups);
}

/** Syllables of a spoken word: its vowel phones where the aligner found them, else from its spelling. */
export function syllablesOf(word: AlignedWord, language: string): number {
  const vowels = word.phones?.filter(({ phone }) => isVowel(phone)).length;
  if (vowels) return vowels;
  return saidWords([word]).reduce((sum, { text }) => sum + orthographicSyllables(text, language), 0);
}
