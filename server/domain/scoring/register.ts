import { hedges, lightVerbs } from '../languages/en/speech.ts';
import type { ReadWord } from './sophistication.ts';

/** Register and repetition: for explanation, never scored. English lists. */

const startsAt = (words: readonly ReadWord[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((part, offset) => words[at + offset]?.form === part);

/** Hedging phrases ("maybe", "kind of", "I think") per 100 words; 0 without words. */
export function hedgesPer100Words(words: readonly ReadWord[]): number {
  if (words.length === 0) return 0;
  const found = words.filter((_, at) => hedges.some((phrase) => startsAt(words, at, phrase))).length;
  return (100 * found) / words.length;
}

/** Share of full verbs that are among the eight lightest (do, get, give, go, have, make, put, take); 0 without verbs. */
export function lightVerbShare(words: readonly ReadWord[]): number {
  const verbs = words.filter((word) => word.pos === 'VERB');
  if (verbs.length === 0) return 0;
  return verbs.filter((word) => lightVerbs.has(word.lemma)).length / verbs.length;
}

export interface RepeatedPhrase {
  text: string;
  /** Index of every place where the phrase starts. */
  at: number[];
}

/**
 * Phrases of three words said at least three times, most often first, at least one of them a content word:
 * "in the company" counts, "it is a" does not. Turns do not matter; overlapping repeats count once each.
 *
 * @param quotable whether the word at this place may be quoted
 */
export function repeatedPhrases(
  words: readonly ReadWord[],
  limit: number,
  quotable: (index: number) => boolean,
): RepeatedPhrase[] {
  const places = new Map<string, number[]>();
  for (let at = 0; at + 2 < words.length; at += 1) {
    const phrase = words.slice(at, at + 3);
    if (!phrase.some(({ pos }) => pos === 'NOUN' || pos === 'VERB' || pos === 'ADJ')) continue;
    if (!phrase.every((_, offset) => quotable(at + offset))) continue;
    const text = phrase.map(({ form }) => form).join(' ');
    places.set(text, [...(places.get(text) ?? []), at]);
  }
  return [...places]
    .filter(([, at]) => at.length >= 3)
    .toSorted(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([text, at]) => ({ text, at }));
}

/** Share of two-word sequences that have been said before by the same speaker; 0 with fewer than two words. */
export function repeatedBigramShare(words: readonly ReadWord[]): number {
  const seen = new Set<string>();
  let repeated = 0;
  for (let at = 1; at < words.length; at += 1) {
    const bigram = `${words[at - 1]!.form} ${words[at]!.form}`;
    if (seen.has(bigram)) repeated += 1;
    seen.add(bigram);
  }
  return words.length < 2 ? 0 : repeated / (words.length - 1);
}
