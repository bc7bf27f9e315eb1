import { foldWords } from '../cv/words.ts';

/** Letters that Unicode does not take apart, beyond those that `foldWords` knows. */
const plain: Record<string, string> = { æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' };

/** In front of or behind a name, in the languages of CVs; never part of it. */
const titles = new Set(
  'mr mrs ms miss mx dr prof professor doctor sir herr frau pan pani mgr inz ing dipl mag hab phd msc bsc ma mba md jr sr'.split(
    ' ',
  ),
);

/** How names, ids and addresses are searched and sorted: small letters without accents, words parted by one space. */
export const foldName = (text: string): string =>
  foldWords(text).replace(/[æœðþħŧ]/g, (letter) => plain[letter]!);

/** Words of a name, without titles. A name that is only titles keeps them. */
export function nameWords(name: string): string[] {
  const words = foldName(name).split(' ').filter(Boolean);
  const without = words.filter((word) => !titles.has(word));
  return without.length > 0 ? without : words;
}

const isInitial = (word: string) => /^[\p{L}]$/u.test(word);
const isLatin = (word: string) => /^[a-z0-9+#]+$/.test(word);
/** Words of a name that are looked at: a longer one was not made by people. */
const MOST_WORDS = 6;

/**
 * What two spellings of one name have in common, whatever the order of the words and however many there are: each pair of whole words.
 * One word alone names too many people, except in scripts that write a name as one.
 */
export function nameKeys(name: string): string[] {
  const words = [...new Set(nameWords(name))].filter((word) => !isInitial(word)).slice(0, MOST_WORDS);
  if (words.length === 1) return isLatin(words[0]!) || words[0]!.length < 2 ? [] : words;
  const keys: string[] = [];
  for (const [index, one] of words.entries())
    for (const other of words.slice(index + 1)) keys.push([one, other].sort().join(' '));
  return keys;
}

/**
 * Whether two names can be one person's: every word of the shorter one is in the longer one, an initial standing for any word that
 * begins with it, and at least one word is there in full.
 */
export function namesAgree(one: string, other: string): boolean {
  const [short, long] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (short.length === 0) return false;
  const left = [...long];
  let whole = 0;
  // Whole words first, so that an initial does not take what a word needs.
  for (const word of [...short].sort((a, b) => b.length - a.length)) {
    let at = left.indexOf(word);
    if (at >= 0 && !isInitial(word)) whole++;
    if (at < 0)
      at = left.findIndex((of) => (isInitial(word) || isInitial(of)) && of.charAt(0) === word.charAt(0));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return whole > 0;
}
