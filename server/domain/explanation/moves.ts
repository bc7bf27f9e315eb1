import { type DimensionCalibration, predict } from '../scoring/calibration.ts';
import type { DimensionScore, Evidence, FeatureValue } from '../scoring/types.ts';

/** Features that say one thing together: of each group only the one that moved the score most is told. */
const groups: Readonly<Record<string, string>> = {
  wordsPerFloorMinute: 'production',
  distinctPerFloorMinute: 'production',
  distinctPer5FloorMinutes: 'production',
  distinctPer100Words: 'variety',
  mattr50: 'variety',
  mtld: 'variety',
  logFrequency: 'rarity',
  repairsPer100Words: 'repairs',
  longPausesPer100Words: 'pauses',
  midClausePausesPerMinute: 'pauses',
  endClausePausesPerMinute: 'pauses',
  pausedShare: 'pauses',
  articulationRate: 'speed',
  meanRunSyllables: 'runs',
};

/** Which measures say one thing together; a measure without company is a group of its own. */
export const groupOf = (feature: string): string => groups[feature] ?? feature;

/** What one feature did to a score, against the group it is compared with. */
export interface Move {
  feature: string;
  value: number;
  norm: NonNullable<FeatureValue['norm']>;
  /** Points on the 0–5 scale, about: positive raised the score. Values of the whole group are added up. */
  points: number;
  /** True when the value itself lies above the norm's mean (which for pauses lowers the score). */
  above: boolean;
  /** Standard deviations of the norm group between the value and its mean, never negative. */
  distance: number;
}

/**
 * Features of a score, the one that moved it most first, one per group. Moves are told apart by the calibration's
 * own weights, so the sentences say what the arithmetic did.
 */
export function movesOf(score: DimensionScore, calibration: DimensionCalibration): Move[] {
  const values = Object.fromEntries(
    Object.entries(score.features).map(([name, feature]) => [name, feature.value]),
  );
  const { contributions } = predict(calibration, values, { evidenceAmount: 1e9, extraShare: 0 });
  const pointsPerRaw = steepness(calibration);
  const byGroup = new Map<string, Move>();
  const strongest = new Map<string, number>();
  for (const [feature, raw] of Object.entries(contributions)) {
    const measured = score.features[feature];
    if (!measured?.norm) continue;
    const group = groupOf(feature);
    const points = raw * pointsPerRaw;
    const before = byGroup.get(group);
    const leads = Math.abs(points) > (strongest.get(group) ?? -1);
    if (leads) strongest.set(group, Math.abs(points));
    byGroup.set(group, {
      ...(leads || !before
        ? {
            feature,
            value: measured.value,
            norm: measured.norm,
            above: measured.value > measured.norm.mean,
            distance: Math.abs(measured.value - measured.norm.mean) / Math.max(1e-9, measured.norm.sd),
          }
        : before),
      points: points + (before?.points ?? 0),
    });
  }
  return [...byGroup.values()].toSorted(
    (a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.feature < b.feature ? -1 : 1),
  );
}

/** Points of the scale for a raw point, over the middle half of the scale's corners: its ends are flat. */
function steepness({ toScale }: DimensionCalibration): number {
  const [from, to] = [0.25, 0.75].map((share) => toScale[Math.round(share * (toScale.length - 1))]!);
  return (to![1] - from![1]) / (to![0] - from![0]);
}

/** Under this many points a feature counts as usual. */
export const NOTABLE_POINTS = 0.1;

/**
 * Whether a measure may be told as a strength or a weakness: it moved the score, and lies outside what is usual, which is where two thirds of
 * the group lie.
 */
export const standsOut = ({ points, distance }: Pick<Move, 'points' | 'distance'>): boolean =>
  Math.abs(points) >= NOTABLE_POINTS && distance > 1;

export const evidenceFor = (score: DimensionScore, ...features: string[]): Evidence | undefined =>
  score.evidence.find(({ feature }) => features.includes(feature));

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** How far a value is from usual, as people say it. */
export function degree(distance: number): '' | 'a little ' | 'clearly ' | 'far ' {
  if (distance < 0.5) return 'a little ';
  if (distance < 1.2) return '';
  if (distance < 2.2) return 'clearly ';
  return 'far ';
}
