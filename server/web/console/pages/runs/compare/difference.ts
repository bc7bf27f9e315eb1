import type { FinishedRun, RunDetail } from '../../../../../modules/console/runs/contract.ts';

/** A run with its result. */
export interface ComparedRun {
  detail: RunDetail;
  answer: FinishedRun;
}

export type Interval = readonly [low: number, high: number];
export type Verdict = 'clear' | 'likely' | 'unclear';

/**
 * How far two scores are surely different, from their intervals: apart, overlapping with neither score in the other's
 * interval, or overlapping so far that one score lies in the other's interval.
 */
export function verdictOf(
  a: { score: number; interval: Interval },
  b: { score: number; interval: Interval },
): Verdict {
  const isWithin = (score: number, [low, high]: Interval) => score >= low && score <= high;
  if (a.interval[1] < b.interval[0] || b.interval[1] < a.interval[0]) return 'clear';
  return isWithin(a.score, b.interval) || isWithin(b.score, a.interval) ? 'unclear' : 'likely';
}

/** Which of two values a candidate would rather have: -1 the first, 1 the second, 0 neither. */
export function betterOf(first: number, second: number, better: 'more' | 'less' | undefined): -1 | 0 | 1 {
  if (!better || first === second) return 0;
  return first > second === (better === 'more') ? -1 : 1;
}
