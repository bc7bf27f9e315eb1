import type { AlignedWord } from '../../../server/domain/transcript/types.ts';
import type { ToldWord } from './recordings.ts';

/** Errors of one edge of words, milliseconds; `bias` is the mean of found − true. */
export interface EdgeErrors {
  mean: number;
  median: number;
  bias: number;
  over50Share: number;
}

export interface BoundaryErrors {
  /** Words told that were said. Times are measured on those of them that were found. */
  words: number;
  foundShare: number;
  start: EdgeErrors;
  end: EdgeErrors;
  /** Words told that were not said, and the share of them given a place all the same. */
  wrongWords: number;
  wrongFoundShare: number | null;
}

/** @param aligned the answers for `told`, in order */
export function boundaryErrors(
  told: readonly ToldWord[],
  aligned: readonly Pick<AlignedWord, 'startMs' | 'endMs' | 'phones'>[],
): BoundaryErrors {
  const pairs = told.map((word, n) => ({ truth: word.truth, found: aligned[n]! }));
  const said = pairs.flatMap(({ truth, found }) => (truth ? [{ truth, found }] : []));
  const measured = said.filter(({ found }) => found.phones);
  const wrong = pairs.filter(({ truth }) => !truth);
  return {
    words: said.length,
    foundShare: measured.length / said.length,
    start: edge(measured.map(({ truth, found }) => found.startMs - truth.startMs)),
    end: edge(measured.map(({ truth, found }) => found.endMs - truth.endMs)),
    wrongWords: wrong.length,
    wrongFoundShare:
      wrong.length === 0 ? null : wrong.filter(({ found }) => found.phones).length / wrong.length,
  };
}

function edge(errors: readonly number[]): EdgeErrors {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    mean: sum(sizes) / sizes.length,
    median: sizes[sizes.length >> 1] ?? Number.NaN,
    bias: sum(errors) / errors.length,
    over50Share: sizes.filter((size) => size > 50).length / sizes.length,
  };
}

export interface Drift {
  /** Mean error of word starts, first and last 300 words found. */
  firstMs: number;
  lastMs: number;
  /** Slope of the signed start error over the recording, least squares. */
  slopeMsPerHour: number;
  largestMs: number;
}

export function drift(
  told: readonly ToldWord[],
  aligned: readonly Pick<AlignedWord, 'startMs' | 'phones'>[],
): Drift {
  const points = told.flatMap(({ truth }, n) =>
    truth && aligned[n]!.phones ? [{ atMs: truth.startMs, error: aligned[n]!.startMs - truth.startMs }] : [],
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = (some: typeof points) => mean(some.map(({ error }) => Math.abs(error)));
  const [middleMs, middle] = [mean(points.map(({ atMs }) => atMs)), mean(points.map(({ error }) => error))];
  let [above, below] = [0, 0];
  for (const { atMs, error } of points) {
    above += (atMs - middleMs) * (error - middle);
    below += (atMs - middleMs) ** 2;
  }
  return {
    firstMs: size(points.slice(0, 300)),
    lastMs: size(points.slice(-300)),
    slopeMsPerHour: (above / below) * 3_600_000,
    largestMs: Math.max(...points.map(({ error }) => Math.abs(error))),
  };
}
