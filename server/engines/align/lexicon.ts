import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSpeller } from './g2p.ts';
import { type Pronunciation, readPronunciations, sayTogether } from './pronunciation.ts';
import { spokenForms } from './spoken-forms.ts';

/** More ways to say one written word ("2019") cost states without finding anything. */
const mostVariants = 8;
/** A word of several pieces: so many of its ways are tried for each form. */
const mostVariantsOfForm = 4;
/** Unlisted words up to this long may be abbreviations that a recogniser wrote in small letters: "ceo". */
const longestAbbreviation = 4;

const letterNames: Readonly<Record<string, string>> = {
  A: 'ey',
  B: 'b iy',
  C: 's iy',
  D: 'd iy',
  E: 'iy',
  F: 'eh f',
  G: 'jh iy',
  H: 'ey ch',
  I: 'ay',
  J: 'jh ey',
  K: 'k ey',
  L: 'eh l',
  M: 'eh m',
  N: 'eh n',
  O: 'ow',
  P: 'p iy',
  Q: 'k y uw',
  R: 'aa r',
  S: 'eh s',
  T: 't iy',
  U: 'y uw',
  V: 'v iy',
  W: 'd ah b ah l y uw',
  X: 'eh k s',
  Y: 'w ay',
  Z: 'z iy',
};

export interface Lexicon {
  /**
   * All pronunciations of words as a recogniser or a person writes them, the usual one first; the keys of the answer are the
   * words as given. Only a word with nothing to say in it ("–") has none.
   */
  variants(words: readonly string[]): Map<string, readonly Pronunciation[]>;
  /** The usual pronunciation of each of them. */
  pronounce(words: readonly string[]): Map<string, Pronunciation>;
}

/**
 * English pronunciations: the bundled list of common words first, then rules (possessives, abbreviations, numbers), then letters
 * to sounds.
 *
 * @param path lines of "word<tab>phone phone …<tab>…" (models/bundled/lexicon-en.md)
 * @param options.spellerPath the letter-to-sound model; `g2p-en.bin` beside the list unless given
 */
export async function createLexicon(path: string, options: { spellerPath?: string } = {}): Promise<Lexicon> {
  const known = readPronunciations(await readFile(path, 'utf8'));
  const speller = await createSpeller(options.spellerPath ?? join(dirname(path), 'g2p-en.bin'));

  const lexicon: Lexicon = {
    variants(words) {
      const found = new Map<string, readonly Pronunciation[]>();
      for (const word of words) {
        if (found.has(word)) continue;
        const ways = sayWritten(word);
        if (ways.length > 0) found.set(word, ways);
      }
      return found;
    },
    pronounce(words) {
      return new Map([...lexicon.variants(words)].map(([word, variants]) => [word, variants[0]!]));
    },
  };
  return lexicon;

  // Not remembered: a server that runs for months must not collect every name it ever hears.
  function sayWritten(written: string): Pronunciation[] {
    const capitals = /^[A-Z]{2,5}$/.test(written);
    const ways = spokenForms(written).flatMap((form) =>
      sayTogether(
        form.map((piece) => sayPiece(piece, capitals)),
        mostVariantsOfForm,
      ),
    );
    const different = new Map(ways.filter((way) => way.length > 0).map((way) => [way.join(' '), way]));
    return [...different.values()].slice(0, mostVariants);
  }

  function sayPiece(piece: string, capitals: boolean): readonly Pronunciation[] {
    const letter = letterNames[piece];
    if (letter) return [letter.split(' ')];
    const listed = known.get(piece) ?? withEnding(piece);
    if (listed) return listed;
    const named = [...piece.toUpperCase()].filter((name) => letterNames[name]);
    const asLetters = named.flatMap((name) => letterNames[name]!.split(' '));
    if (!/[aeiouy]/.test(piece)) return [asLetters];
    const spelled = speller.spell(piece);
    if (capitals || spelled.length === 0) return [asLetters, ...spelled];
    return piece.length <= longestAbbreviation ? [...spelled, asLetters] : spelled;
  }

  /** Words with a possessive or a short verb at their end, "customer's", "manager'll". */
  function withEnding(piece: string): Pronunciation[] | undefined {
    const [, base, ending] = /^(.+)'(s|d|ll|ve|re)$/.exec(piece) ?? [];
    if (!base || !ending) return undefined;
    const stems = known.get(base) ?? speller.spell(base);
    return stems.flatMap((phones) => endings(phones.at(-1) ?? '', ending).map((end) => [...phones, ...end]));
  }
}

const hisses = new Set(['s', 'z', 'sh', 'zh', 'ch', 'jh']);
const voiceless = new Set(['p', 't', 'k', 'f', 'th']);

function endings(last: string, ending: string): Pronunciation[] {
  if (ending === 's') return [hisses.has(last) ? ['ih', 'z'] : voiceless.has(last) ? ['s'] : ['z']];
  if (ending === 'd') return last === 'd' || last === 't' ? [['ih', 'd']] : [['d']];
  if (ending === 'll') return [['ah', 'l'], ['l']];
  if (ending === 've') return [['ah', 'v'], ['v']];
  return [['er']];
}
