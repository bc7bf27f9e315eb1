import { readFile } from 'node:fs/promises';
import { ProgramError } from '../child-process.ts';
import { type Pronunciation, pronounceWithFlite } from './flite-phones.ts';

/** Words as people say them, where a list of single words would be read otherwise. */
const spoken: Readonly<Record<string, string>> = {
  a: 'ah',
  uh: 'ah',
  ah: 'aa',
  er: 'er',
  um: 'ah m',
  uhm: 'ah m',
  erm: 'er m',
  hm: 'hh m',
  hmm: 'hh m',
  mm: 'm',
  mmm: 'm',
  mhm: 'm hh m',
  eh: 'eh',
  huh: 'hh ah',
  mr: 'm ih s t er',
  mrs: 'm ih s ah z',
  ms: 'm ih z',
  dr: 'd aa k t er',
};

export interface Lexicon {
  /**
   * Pronunciations of words as a recogniser writes them; the keys of the answer are the words as given.
   * A word with no letter and no digit in it has none.
   */
  pronounce(words: readonly string[], signal?: AbortSignal): Promise<Map<string, Pronunciation>>;
}

/**
 * English pronunciations: the bundled list of common words first, flite for the rest.
 * Where flite is not installed, words outside the list stay without a pronunciation.
 *
 * @param path lines of "word<tab>phone phone …"
 */
export async function createLexicon(path: string, options: { flite?: string } = {}): Promise<Lexicon> {
  const known = readLexicon(await readFile(path, 'utf8'));
  for (const [word, phones] of Object.entries(spoken)) known.set(word, phones.split(' '));

  return {
    async pronounce(words, signal) {
      const parts = new Map(words.map((word) => [word, spellable(word)]));
      const strangers = new Set([...parts.values()].flat().filter((part) => !known.has(part)));
      // Not remembered: a server that runs for months must not collect every name it ever hears.
      const asked = strangers.size > 0 ? await ask([...strangers], signal) : undefined;
      const found = new Map<string, Pronunciation>();
      for (const [word, pieces] of parts) {
        const phones = pieces.map((piece) => known.get(piece) ?? asked?.get(piece));
        if (phones.length > 0 && phones.every((piece) => piece !== undefined)) found.set(word, phones.flat());
      }
      return found;
    },
  };

  async function ask(words: string[], signal: AbortSignal | undefined): Promise<Map<string, Pronunciation>> {
    try {
      return await pronounceWithFlite(words, {
        signal,
        ...(options.flite === undefined ? {} : { program: options.flite }),
      });
    } catch (error) {
      if (error instanceof ProgramError && error.fault === 'missing') return new Map();
      throw error;
    }
  }
}

/**
 * The pieces of a written word that can be looked up: "Well-known," becomes "well" and "known", accents go,
 * apostrophes stay only inside.
 */
export function spellable(word: string): string[] {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^a-z0-9']+/)
    .map((piece) => piece.replace(/^'+|'+$/g, ''))
    .filter((piece) => piece.length > 0);
}

function readLexicon(text: string): Map<string, Pronunciation> {
  const lexicon = new Map<string, Pronunciation>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [word, phones] = line.split('\t');
    if (word && phones) lexicon.set(word, phones.split(' '));
  }
  return lexicon;
}
