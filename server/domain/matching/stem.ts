import { packOf } from '../languages/registry.ts';

/** Cuts a lower-case word to what its inflected forms share. */
export type Stemmer = (word: string) => string;

/**
 * The stemmer of a language (ISO 639-1): rules where the language has them, else its commonest endings are cut, which
 * is enough to bring singular and plural, or cases, together. Words of under four letters, and languages of which
 * neither is known, come back as they are.
 */
export function stemmerFor(language: string): Stemmer {
  const known = stemmers.get(language);
  if (known) return known;
  const pack = packOf(language);
  const endings = pack?.wordEndings?.split(' ') ?? [];
  const stemmer = remembering(pack?.stem ?? ((word) => withoutEnding(word, endings)));
  stemmers.set(language, stemmer);
  return stemmer;
}

/**
 * The same in one spelling and with irregular pasts as the present: "organised" as "organized", "taught" as "teach". Search keeps stems of its
 * own in its index, and goes without.
 */
export function matchingStemmerFor(language: string): Stemmer {
  const known = matchingStemmers.get(language);
  if (known) return known;
  const stem = stemmerFor(language);
  const pack = packOf(language);
  const { presentOf = same, reading: { oneSpelling = same } = {} } = pack ?? {};
  const stemmer = remembering((word) => stem(presentOf(oneSpelling(word))));
  matchingStemmers.set(language, stemmer);
  return stemmer;
}

const same = (word: string): string => word;

const stemmers = new Map<string, Stemmer>();
const matchingStemmers = new Map<string, Stemmer>();
/** Some 3 MB a language; what is longer is no word. */
const maxKnown = 30_000;
const maxWordChars = 32;

/** CVs share most of their words. */
function remembering(stem: Stemmer): Stemmer {
  const known = new Map<string, string>();
  return (word) => {
    if (word.length > maxWordChars) return stem(word);
    let found = known.get(word);
    if (found === undefined) {
      found = stem(word);
      if (known.size >= maxKnown) known.clear();
      known.set(word, found);
    }
    return found;
  };
}

function withoutEnding(word: string, endings: readonly string[]): string {
  const least = /^[a-z]/.test(word) ? 4 : 3;
  const ending = endings.find((one) => word.length - one.length >= least && word.endsWith(one));
  return ending ? word.slice(0, -ending.length) : word;
}
