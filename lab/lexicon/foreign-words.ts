import type { Counts } from './listed-words.ts';

/** A list with what it was counted in. */
export interface Body {
  counts: Counts;
  bodyWords: number;
}

/** A name is about as common in all films' subtitles; a word that looks like one is commoner in its own language by this much. */
const ownWordFactor = 4;
/** Shorter ones are small words of some language: Spanish and Italian "o", which English capitals take for initials. */
const leastNameLetters = 3;
/** In so many other languages a name is met that English writes with a capital, and in so many another one. */
const [leastLanguages, mostLanguages] = [5, 8];
/** A word that another language says so much more often is a piece of that language. */
const foreignFactor = 50;
/** Short ones are spelt alike by chance ("las", "des"). */
const leastForeignLetters = 5;
/** What is this common is the language's own. */
const ownRank = 2000;

const shareIn = ({ counts, bodyWords }: Body, form: string): number => (counts.get(form) ?? 0) / bodyWords;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Names and words of other languages among a language's words. Lists are in lower case, so a name is told by what is known of it elsewhere:
 * learners do not learn it as a word, and films in all languages say it about as often. Either English writes it with a capital, or nearly every
 * language has it, English as often as this one ("auto" is everywhere, too, but seldom in English).
 *
 * @param others lists in the same letters, without the English one
 * @param learned words of English that learners are taught, in lower case
 */
export function foreignWords(
  own: Body,
  others: readonly Body[],
  english: Body,
  { capitals, learned }: { capitals: ReadonlySet<string>; learned: ReadonlySet<string> },
): Set<string> {
  const byCount = [...own.counts].toSorted(([, a], [, b]) => b - a);
  const found = new Set<string>();
  for (const [rank, [form]] of byCount.entries()) {
    const share = shareIn(own, form);
    const inEnglish = shareIn(english, form);
    const elsewhere = [inEnglish, ...others.map((body) => shareIn(body, form))].filter((found) => found > 0);
    const [languages, usual] = capitals.has(form)
      ? [leastLanguages, median(elsewhere)]
      : [mostLanguages, Math.min(inEnglish, median(elsewhere))];
    const isName =
      form.length >= leastNameLetters &&
      !learned.has(form) &&
      elsewhere.length >= languages &&
      share <= ownWordFactor * usual;
    const isForeign =
      rank >= ownRank &&
      form.length >= leastForeignLetters &&
      Math.max(0, ...elsewhere) > foreignFactor * share;
    if (isName || isForeign) found.add(form);
  }
  return found;
}
