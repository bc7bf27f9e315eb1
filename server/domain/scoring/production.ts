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
 * Distinct words in a minute of floor time: the mean over every run of as many consecutive tokens as the speaker
 * says in an average minute, so that long interviews and short ones compare.
 *
 * @returns `undefined` when less than a minute's worth of tokens is there
 */
export function distinctPerFloorMinute(tokens: readonly string[], floorMs: number): number | undefined {
  const rate = wordsPerFloorMinute(tokens.length, floorMs);
  return rate === undefined ? undefined : meanDistinct(tokens, Math.max(1, Math.round(rate)));
}
