import { TEST_MINUTES } from '../../calibrate/norms.ts';
import { correlation } from '../../calibrate/ridge.ts';
import type { RatedInterview, ScoredInterview } from './score-interviews.ts';

/** Turns in a block that goes to one half or the other: neighbours share a topic, so single turns would flatter. */
const BLOCK_TURNS = 10;

export interface HalfReliability {
  /** Interviews of which both halves could be scored. */
  n: number;
  vocabulary: number;
  fluency: number;
}

/**
 * How well one half of an interview tells what the other gives: correlation of the scores of alternate blocks of
 * turns, stepped up to the length of the whole by Spearman and Brown's formula, 2r / (1 + r).
 */
export function halfReliability(
  interviews: readonly RatedInterview[],
  score: (halves: RatedInterview[]) => ScoredInterview[],
): HalfReliability {
  const half = (which: 0 | 1) =>
    score(
      interviews.map((interview) => {
        const turns = interview.turns.filter((_, index) => Math.floor(index / BLOCK_TURNS) % 2 === which);
        const share = turns.length / Math.max(1, interview.turns.length);
        return {
          ...interview,
          turns,
          minutes: (interview.minutes ?? TEST_MINUTES) * share,
          ...(interview.floorMinutes === undefined ? {} : { floorMinutes: interview.floorMinutes * share }),
        };
      }),
    );
  const [first, second] = [half(0), half(1)];
  const pairs = first.flatMap((one, index) => {
    const other = second[index]!;
    if (one.vocabulary === undefined || other.vocabulary === undefined) return [];
    return [[one, other] as const];
  });
  const of = (name: 'vocabulary' | 'fluency') => {
    const r = correlation(
      pairs.map(([one]) => one[name] ?? 0),
      pairs.map(([, other]) => other[name] ?? 0),
    );
    return Math.round((1000 * 2 * r) / (1 + r)) / 1000;
  };
  return { n: pairs.length, vocabulary: of('vocabulary'), fluency: of('fluency') };
}
