import type { CutPoints } from './calibration.ts';
import type { CefrLevel } from './types.ts';

export const cefrLevels = ['Pre-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const satisfies CefrLevel[];

/** One decimal on the 0–5 scale, as every score is given. */
export const roundScore = (score: number): number => Math.round(Math.max(0, Math.min(5, score)) * 10) / 10;

/** Whole percent of a score that has one decimal: 3.4 -> 68. */
export const percentOf = (score: number): number => Math.round(score * 20);

/** Level of a score; a score at a cut point belongs to the level above it. */
export function cefrOf(score: number, cutPoints: CutPoints): CefrLevel {
  for (const level of cefrLevels) {
    if (level === 'C2' || score < cutPoints[level]) return level;
  }
  return 'C2';
}

/** Standard normal distribution function, error below 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26). */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp(-x * x);
  return z < 0 ? tail / 2 : 1 - tail / 2;
}

/** The 5 % point of the standard normal distribution: half a 90 % interval in standard deviations. */
const NINETY_PERCENT_Z = 1.6449;

/**
 * Probability of each level, from a score and its 90 % interval, both on the 0–5 scale.
 *
 * The error is taken as two half normal distributions meeting at the score, each with the width its side of the
 * interval says, so a lopsided interval (near 0 or 5) gives a lopsided posterior. What lies beyond 0 or 5 belongs
 * to the end levels. An interval of no width puts everything on the score's own level.
 */
export function cefrPosterior(
  score: number,
  interval: readonly [low: number, high: number],
  cutPoints: CutPoints,
): Record<CefrLevel, number> {
  const below = (score - interval[0]) / NINETY_PERCENT_Z;
  const above = (interval[1] - score) / NINETY_PERCENT_Z;
  const massBelow = (cut: number): number => {
    const side = cut < score ? below : above;
    if (!(side > 1e-9)) return cut > score ? 1 : 0;
    return normalBelow((cut - score) / side);
  };
  let before = 0;
  const posterior = {} as Record<CefrLevel, number>;
  for (const level of cefrLevels) {
    const until = level === 'C2' ? 1 : massBelow(cutPoints[level]);
    posterior[level] = Math.max(0, until - before);
    before = Math.max(before, until);
  }
  return posterior;
}

/** First and last level that an interval reaches. */
export const levelRange = (
  [low, high]: readonly [low: number, high: number],
  cutPoints: CutPoints,
): [from: CefrLevel, to: CefrLevel] => [cefrOf(low, cutPoints), cefrOf(high, cutPoints)];

/** A score's level as far as its interval knows it. */
export interface LevelBand {
  level: CefrLevel;
  from: CefrLevel;
  to: CefrLevel;
  /** False where the score's own level is too narrow to be the likeliest. */
  isLikeliest: boolean;
}

export function levelBand(
  score: number,
  interval: readonly [low: number, high: number],
  cutPoints: CutPoints,
): LevelBand {
  const level = cefrOf(score, cutPoints);
  const [from, to] = levelRange(interval, cutPoints);
  const posterior = cefrPosterior(score, interval, cutPoints);
  return {
    ...{ level, from, to },
    isLikeliest: cefrLevels.every((other) => posterior[other] <= posterior[level]),
  };
}

/** "B2", "B1 to C1, most likely B2", or "B2 to C2, about C1". */
export const bandInWords = ({ level, from, to, isLikeliest }: LevelBand): string =>
  from === to ? level : `${from} to ${to}, ${isLikeliest ? 'most likely' : 'about'} ${level}`;

/** The level of a score, as far as its interval knows it, in words. */
export const levelInWords = (...of: Parameters<typeof levelBand>): string => bandInWords(levelBand(...of));
