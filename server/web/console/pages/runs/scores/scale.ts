import type { CutPoints } from '../../../../../domain/scoring/calibration.ts';
import { cefrLevels } from '../../../../../domain/scoring/cefr-levels.ts';
import type { CefrLevel } from '../../../../../domain/scoring/types.ts';
import { formatDecimal, formatShare } from '../../../components/format.ts';

export const SCALE_TOP = 5;

/** Place on the 0–5 scale in percent of its width. */
export const percentOfScale = (score: number): number =>
  (100 * Math.max(0, Math.min(SCALE_TOP, score))) / SCALE_TOP;

export interface LevelZone {
  level: CefrLevel;
  from: number;
  to: number;
}

/** The stretches of the scale that the levels occupy, lowest first. */
export function levelZones(cutPoints: CutPoints): LevelZone[] {
  let from = 0;
  return cefrLevels.map((level) => {
    const zone = { level, from, to: level === 'C2' ? SCALE_TOP : cutPoints[level] };
    from = zone.to;
    return zone;
  });
}

/** Levels that come into question, most likely first. */
export function likelyLevels(
  posterior: Readonly<Record<string, number>>,
  atLeast = 0.05,
): { level: string; percent: string; share: number }[] {
  return Object.entries(posterior)
    .filter(([, share]) => share >= atLeast)
    .sort(([, a], [, b]) => b - a)
    .map(([level, share]) => ({ level, share, percent: formatShare(Math.round(share * 100) / 100) }));
}

/** One decimal, as scores are given. */
export const formatScore = (score: number): string => formatDecimal(score, 1);
