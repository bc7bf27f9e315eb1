import { readFile } from 'node:fs/promises';
import { ProgramError } from '../child-process.ts';
import { pronounceWithFlite } from './flite-phones.ts';
import { type Pronunciation, readPronunciations, sayTogether } from './pronunciation.ts';
import { spellable } from './spellable.ts';

export { spellable };

/** More ways to say one written word ("well-known") cost states without finding anything. */
const mostVariants = 6;

export interface Lexicon {
  /**
   * The usual pronunciations of words as a recogniser writes them; the keys of the answer are the words as given.
   * A word with no letter and no digit in it has none.
   */
  pronounce(words: readonly string[], signal?: AbortSignal): Promise<Map<string, Pronunciation>>;
  /** All pronunciations, the usual one first. */
  variants(words: readonly string[], signal?: AbortSignal): Promise<Map<string, readonly Pronunciation[]>>;
}

/**
 * English pronunciations: the bundled list of common words first, flite for the rest.
 * Where flite is not installed, words outside the list stay without a pronunciation.
 *
 * @param path lines of "word<tab>phone phone …<tab>…"
 */
export async function createLexicon(path: string, options: { flite?: string } = {}): Promise<Lexicon> {
  const known = readPronunciations(await readFile(path, 'utf8'));

  const lexicon: Lexicon = {
    async variants(words, signal) {
      const parts = new Map(words.map((word) => [word, spellable(word)]));
      const strangers = new Set([...parts.values()].flat().filter((part) => !known.has(part)));
      // Not remembered: a server that runs for months must not collect every name it ever hears.
      const asked = strangers.size > 0 ? await ask([...strangers], signal) : undefined;
      const found = new Map<string, readonly Pronunciation[]>();
      for (const [word, pieces] of parts) {
        const said = pieces.map((piece) => known.get(piece) ?? asked?.get(piece));
        if (said.length > 0 && said.every((variants) => variants !== undefined))
          found.set(word, sayTogether(said, mostVariants));
      }
      return found;
    },
    async pronounce(words, signal) {
      const all = await lexicon.variants(words, signal);
      return new Map([...all].map(([word, variants]) => [word, variants[0]!]));
    },
  };
  return lexicon;

  async function ask(words: string[], signal: AbortSignal | undefined) {
    try {
      const said = await pronounceWithFlite(words, {
        signal,
        ...(options.flite === undefined ? {} : { program: options.flite }),
      });
      return new Map([...said].map(([word, phones]) => [word, [phones]]));
    } catch (error) {
      if (error instanceof ProgramError && error.fault === 'missing')
        return new Map<string, Pronunciation[]>();
      throw error;
    }
  }
}
