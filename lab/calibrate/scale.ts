import { interpolate } from '../../server/domain/scoring/calibration.ts';
import { mean, tidy } from './ridge.ts';

/** A drawn case: what the linear scorer gives, and where it truly lies on the 0–5 scale. */
export interface PlacedCase {
  raw: number;
  scale: number;
}

/** Equally full groups of cases in order of raw points: fine enough for the shape, coarse enough for quantiles. */
const GROUPS = 24;

const grouped = <Case extends PlacedCase>(cases: readonly Case[]): Case[][] => {
  const sorted = cases.toSorted((a, b) => a.raw - b.raw);
  return Array.from({ length: GROUPS }, (_, group) =>
    sorted.slice(
      Math.floor((group * sorted.length) / GROUPS),
      Math.floor(((group + 1) * sorted.length) / GROUPS),
    ),
  );
};

/**
 * Raw points -> 0–5: the mean place of the cases with these raw points, as a rising line through the means of equally
 * full groups. It goes on below the lowest group and above the highest with half the slope of the end, for the same
 * number of raw points as the middle half of the cases spans.
 */
export function scaleOf(cases: readonly PlacedCase[]): [number, number][] {
  const corners = grouped(cases).map((group): [number, number] => [
    mean(group.map(({ raw }) => raw)),
    mean(group.map(({ scale }) => scale)),
  ]);
  // Never falling, and never quite flat: two speakers with different figures do not get the same score.
  corners.slice(1).forEach((corner, index) => {
    const [raw, scale] = corners[index]!;
    corner[1] = Math.max(corner[1], scale + 0.02 * (corner[0] - raw));
  });
  const reach = corners[18]![0] - corners[6]![0];
  const slope = (from: number, to: number) =>
    (corners[to]![1] - corners[from]![1]) / (corners[to]![0] - corners[from]![0]);
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const below = Math.max(0, first[1] - 0.5 * reach * slope(0, 3));
  const above = Math.min(5, last[1] + 0.25 * reach * slope(GROUPS - 4, GROUPS - 1));
  return [[first[0] - reach, below], ...corners, [last[0] + reach, above]].map(([raw, scale]) => [
    tidy(raw!),
    tidy(scale!),
  ]);
}

/**
 * Points below and above the score that hold 90 % of the cases with these raw points: the 5 % and 95 % quantiles of
 * each group of `scaleOf`, never under `least`, all widened by `factor`.
 */
export function spreadOf(
  cases: readonly PlacedCase[],
  toScale: readonly [number, number][],
  factor: number,
  least: number,
): [raw: number, below: number, above: number][] {
  const quantiles = grouped(cases).map((group) => {
    const errors = group.map(({ raw, scale }) => scale - interpolate(toScale, raw)).toSorted((a, b) => a - b);
    const at = (share: number) => errors[Math.min(errors.length - 1, Math.floor(share * errors.length))]!;
    return { raw: mean(group.map(({ raw }) => raw)), below: -at(0.05), above: at(0.95) };
  });
  // Levels are steps, and so are these quantiles: five neighbours together give a smooth line.
  return quantiles.map(({ raw }, index) => {
    const near = quantiles.slice(Math.max(0, index - 2), index + 3);
    const side = (name: 'below' | 'above') =>
      tidy(factor * Math.max(least, mean(near.map((one) => one[name]))));
    return [tidy(raw), side('below'), side('above')];
  });
}
