import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { joinLetters, needsSaying, spokenForms } from '../../domain/languages/en/spoken-forms.ts';
import type { Beside } from '../../domain/languages/pack.ts';
import { createSpeller } from './g2p.ts';
import { type Pronunciation, readPronunciations, sayTogether } from './pronunciation.ts';

/** More ways to say one written word ("2019") cost states without finding anything. */
const mostVariants = 10;
/** A word of several pieces: so many of its ways are tried for each form, fewer where there are many forms. */
const mostVariantsOfForm = 4;
const variantsOfManyForms = 2;
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

/** One way to say a written word. */
export interface WayToSay {
  phones: Pronunciation;
  /** The words said, lower case; present where they are not what is written ("$5", "Dr.", "well-known"). */
  spoken?: string[];
}

export interface Lexicon {
  /** For each word of a text, in order, all ways to say it, the usual one first; none for one with nothing to say in it ("–"). */
  ways(words: readonly string[]): (readonly WayToSay[])[];
  /**
   * All pronunciations of words by themselves, the usual one first; the keys of the answer are the words as given. Only a word with
   * nothing to say in it has none.
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
    ways(words) {
      const found = new Map<string, readonly WayToSay[]>();
      return words.map((word, index) => {
        const beside = { before: words[index - 1], after: words[index + 1] };
        const key = needsSaying(word, beside) ? JSON.stringify([word, beside]) : word;
        const known = found.get(key) ?? sayWritten(word, beside);
        found.set(key, known);
        return known;
      });
    },
    variants(words) {
      const found = new Map<string, readonly Pronunciation[]>();
      for (const word of words) {
        if (found.has(word)) continue;
        const ways = sayWritten(word, {});
        if (ways.length > 0)
          found.set(
            word,
            ways.map(({ phones }) => phones),
          );
      }
      return found;
    },
    pronounce(words) {
      return new Map([...lexicon.variants(words)].map(([word, variants]) => [word, variants[0]!]));
    },
  };
  return lexicon;

  // Not remembered: a server that runs for months must not collect every name it ever hears.
  function sayWritten(written: string, beside: Beside): WayToSay[] {
    const capitals = /^[A-Z]{2,5}$/.test(written);
    const forms = spokenForms(written, beside);
    const differs = needsSaying(written, beside);
    const perForm = forms.length > 3 ? variantsOfManyForms : mostVariantsOfForm;
    const different = new Map<string, WayToSay>();
    for (const form of forms) {
      const pieces = form.map((piece) => sayPiece(piece, capitals));
      for (const phones of sayTogether(pieces, perForm)) {
        const way = differs ? { phones, spoken: joinLetters(form) } : { phones };
        if (phones.length > 0 && !different.has(phones.join(' '))) different.set(phones.join(' '), way);
      }
    }
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
