import { meanDistinct } from './diversity.ts';

/**
 * How much a person says in the time that is theirs. In rated interviews this carries most of the level; ratios
 * that divide it away lose it. Floor time runs from the start to the end of the candidate's turns, pauses included,
 * so an interviewer who talks a lot changes nothing.
 */

/** Scored words per minute of floor time; `undefined` without floor time. */
export const wordsPerFloorMinute = (wordCount: number, floorMs: number): number | undefined =>
  floorMs > 0 ? (wordCount * 60_000) / floorMs : undefined;

/**
 * Distinct words in so many minutes of floor time: the mean over every run of as many consecutive tokens as the
 * speaker says in that time on average, so that long interviews and short ones compare.
 *
 * @returns `undefined` when less than that time's worth of tokens is there
 */
export function distinctPerFloorMinutes(
  tokens: readonly string[],
  floorMs: number,
  minutes: number,
): number | undefined {
  const rate = wordsPerFloorMinute(tokens.length, floorMs);
  return rate === undefined ? undefined : meanDistinct(tokens, Math.max(1, Math.round(minutes * rate)));
}
