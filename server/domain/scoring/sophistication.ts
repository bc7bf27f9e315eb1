import { type FrequencyTable, plainForm, type TextToken } from './text.ts';

/** A scored word with what the text engine says about it. */
export interface ReadWord extends TextToken {
  /** Lower case, no punctuation. */
  form: string;
}

const contentTags: ReadonlySet<string> = new Set(['NOUN', 'VERB', 'ADJ', 'ADV']);

/** Nouns, full verbs, adjectives and adverbs. Names are left out: knowing a name is not vocabulary. */
export const isContentWord = (word: ReadWord): boolean => contentTags.has(word.pos);

/** Occurrences of the form or, when that is unknown, of its lemma; the greater of the two. */
const occurrences = (word: ReadWord, table: FrequencyTable): number =>
  Math.max(table.counts.get(word.form) ?? 0, table.counts.get(word.lemma) ?? 0);

/** Place of the form or its lemma in the table, whichever is commoner; infinite when neither is listed. */
export const rankOf = (word: ReadWord, table: FrequencyTable): number =>
  Math.min(
    table.ranks.get(word.form) ?? Number.POSITIVE_INFINITY,
    table.ranks.get(word.lemma) ?? Number.POSITIVE_INFINITY,
  );

/** One entry per lemma, in order of first use: how often a word is repeated does not make it rarer or commoner. */
function distinctContent(words: readonly ReadWord[], table: FrequencyTable): ReadWord[] {
  const seen = new Map<string, ReadWord>();
  for (const word of words) {
    // A word the list does not know is as likely a mishearing or a name as a rare word: it says nothing.
    if (isContentWord(word) && occurrences(word, table) > 0 && !seen.has(word.lemma)) {
      seen.set(word.lemma, word);
    }
  }
  return [...seen.values()];
}

/**
 * Mean log10 of how often the speaker's distinct content words occur in the frequency table's whole body. Lower is
 * rarer. Counts predict proficiency better than bands (Crossley et al. 2013).
 *
 * @returns log10 occurrences, or `undefined` under 20 distinct known content words
 */
export function meanLogFrequency(words: readonly ReadWord[], table: FrequencyTable): number | undefined {
  const content = distinctContent(words, table);
  if (content.length < MIN_CONTENT_WORDS) return undefined;
  return content.reduce((sum, word) => sum + Math.log10(occurrences(word, table)), 0) / content.length;
}

const MIN_CONTENT_WORDS = 20;

/**
 * Share of distinct content words whose form and lemma both lie outside the table's `commonest` words.
 *
 * @returns 0–1, or `undefined` under 20 distinct known content words
 */
export function shareBeyond(
  words: readonly ReadWord[],
  table: FrequencyTable,
  commonest: number,
): number | undefined {
  const content = distinctContent(words, table);
  if (content.length < MIN_CONTENT_WORDS) return undefined;
  return content.filter((word) => rankOf(word, table) > commonest).length / content.length;
}

/** Mean letters per token of content words; `undefined` without any. */
export function meanWordLength(words: readonly ReadWord[]): number | undefined {
  const content = words.filter(isContentWord);
  if (content.length === 0) return undefined;
  return content.reduce((sum, word) => sum + [...word.form].length, 0) / content.length;
}

/**
 * Positions of the rarest content words beyond the table's 2,000 commonest, rarest first, one per lemma.
 *
 * @param worthShowing whether the word at this place was heard surely enough to be an example
 */
export function rarestWords(
  words: readonly ReadWord[],
  table: FrequencyTable,
  limit: number,
  worthShowing: (index: number) => boolean,
): number[] {
  const seen = new Set<string>();
  return words
    .map((word, index) => ({ word, index, rank: rankOf(word, table) }))
    .filter(
      ({ word, index, rank: place }) =>
        isContentWord(word) && place > 2000 && occurrences(word, table) > 0 && worthShowing(index),
    )
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .filter(({ word }) => !seen.has(word.lemma) && seen.add(word.lemma))
    .slice(0, limit)
    .map(({ index }) => index);
}

/** Joins words with what a text engine said about them; tokens beyond the words are ignored. */
export const readWords = (words: readonly { text: string }[], tokens: readonly TextToken[]): ReadWord[] =>
  words.map((word, index) => {
    const form = plainForm(word.text);
    return { form, lemma: tokens[index]?.lemma ?? form, pos: tokens[index]?.pos ?? 'X' };
  });
