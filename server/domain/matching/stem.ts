import { packOf } from '../languages/registry.ts';

/** Cuts a lower-case word to what its inflected forms share. */
export type Stemmer = (word: string) => string;

/**
 * The stemmer of a language (ISO 639-1): rules where the language has them, else its commonest endings are cut, which
 * is enough to bring singular and plural, or cases, together. Words of under four letters, and languages of which
 * neither is known, come back as they are.
 */
export function stemmerFor(language: string): Stemmer {
  let stem = stemmers.get(language);
  if (!stem) {
    stem = remembering(makeStemmer(language));
    stemmers.set(language, stem);
  }
  return stem;
}

const stemmers = new Map<string, Stemmer>();
/** The words of CVs are few; this many of a language are kept. */
const rememberedWords = 50_000;

function remembering(stem: Stemmer): Stemmer {
  const stems = new Map<string, string>();
  return (word) => {
    let found = stems.get(word);
    if (found === undefined) {
      if (stems.size >= rememberedWords) stems.clear();
      found = stem(word);
      stems.set(word, found);
    }
    return found;
  };
}

function makeStemmer(language: string): Stemmer {
  const pack = packOf(language);
  if (pack?.stem) return pack.stem;
  const endings = pack?.wordEndings?.split(' ') ?? [];
  return (word) => withoutEnding(word, endings);
}

function withoutEnding(word: string, endings: readonly string[]): string {
  const least = /^[a-z]/.test(word) ? 4 : 3;
  const ending = endings.find((one) => word.length - one.length >= least && word.endsWith(one));
  return ending ? word.slice(0, -ending.length) : word;
}
