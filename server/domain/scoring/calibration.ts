import type { Dimension, FeatureValue } from './types.ts';

/** Upper bounds of the levels on the 0–5 scale; a score at a bound belongs to the level above it. */
export interface CutPoints {
  'Pre-A1': number;
  A1: number;
  A2: number;
  B1: number;
  B2: number;
  C1: number;
}

export interface ScaleCalibration {
  id: string;
  cutPoints: CutPoints;
  /** Shares of the dimensions in `overall`; only the ratios matter. */
  overallWeights: Record<Dimension, number>;
}

/** One feature of a linear scorer: `weight` applies to its standardised value. */
export interface FeatureWeight {
  name: string;
  unit: string;
  /** Applied before standardising. `log` is natural; the value is brought between `floor` and `ceiling` first. */
  transform: 'none' | 'log';
  /** Smallest and greatest values that are told apart, in the feature's own unit; null is no limit. */
  floor: number | null;
  ceiling: number | null;
  /** Of the transformed feature in the calibration set. */
  mean: number;
  sd: number;
  /** Raw points per standard deviation. */
  weight: number;
  /** The group shown for comparison, in the feature's own unit. */
  norm: FeatureValue['norm'];
}

export interface DimensionCalibration {
  id: string;
  dimension: Dimension;
  /** How it was made, from what, and what was assumed: for people. */
  method: string[];
  features: FeatureWeight[];
  intercept: number;
  /** Standardised values are clipped to ± this, so that one odd feature cannot carry a score. */
  clip: number;
  /** Raw points -> 0–5 scale: corner points of a rising line, raw ascending. */
  toScale: [raw: number, scale: number][];
  interval: {
    /** 90 % quantile of absolute residuals of held-out cases, in raw points. */
    halfWidth: number;
    /** Half-width at the top and beyond, where calibration data are silent; reached linearly from `from` to `to`. */
    upper: { from: number; to: number; halfWidth: number } | null;
    /** Amount of evidence (words or phones) at which `halfWidth` holds, and the residual share due to sampling. */
    evidence: { amount: number; samplingShare: number };
  };
  /** Figures of the calibration run: correlations, coverage, sizes. */
  measured: Record<string, number>;
}

/** A calibration with the SHA-256 of its file. */
export type Calibrated<Kind> = Kind & { sha256: string };

export interface Prediction {
  /** On the calibration's own axis (an examiners' level, or experts' points). */
  raw: number;
  /** 0–5, not rounded. */
  score: number;
  /** 90 %, 0–5, not rounded. */
  interval: [low: number, high: number];
  /** Raw points by which each feature moved the score away from the norm group's mean. */
  contributions: Record<string, number>;
  /** Features of the calibration that could not be measured; they count as average and widen the interval. */
  missing: string[];
}

/** A value between the feature's limits, on the axis its mean and deviation are measured on. */
export function transform(
  feature: Pick<FeatureWeight, 'floor' | 'ceiling' | 'transform'>,
  value: number,
): number {
  const limited = Math.min(feature.ceiling ?? Infinity, Math.max(feature.floor ?? -Infinity, value));
  return feature.transform === 'log' ? Math.log(limited) : limited;
}

/** Position of a value on the calibration's axis for one feature: standard deviations from the mean, clipped. */
function standardise(feature: FeatureWeight, value: number, clip: number): number {
  const transformed = transform(feature, value);
  return Math.max(-clip, Math.min(clip, (transformed - feature.mean) / feature.sd));
}

/** Rising line through corner points, continued flat beyond both ends. */
export function interpolate(corners: readonly (readonly [number, number])[], at: number): number {
  const first = corners[0];
  const last = corners.at(-1);
  if (!first || !last) throw new RangeError('A line needs at least one point.');
  if (at <= first[0]) return first[1];
  for (let index = 1; index < corners.length; index += 1) {
    const [fromX, fromY] = corners[index - 1]!;
    const [toX, toY] = corners[index]!;
    if (at <= toX) return fromY + ((at - fromX) / (toX - fromX)) * (toY - fromY);
  }
  return last[1];
}

/**
 * Score and 90 % interval from measured features.
 *
 * The half-width combines, as independent parts: the held-out residual; more sampling error where there is less
 * evidence than in the calibration set (it shrinks with the square root of the amount); the spread of every
 * feature that is missing; and `extraShare`, a further widening the caller knows a reason for (0.3 is 30 %).
 *
 * @param values measured features by name; `undefined` where a feature could not be measured
 * @param evidenceAmount words or phones behind the features, in the unit of the calibration
 */
export function predict(
  calibration: DimensionCalibration,
  values: Readonly<Record<string, number | undefined>>,
  { evidenceAmount, extraShare }: { evidenceAmount: number; extraShare: number },
): Prediction {
  let raw = calibration.intercept;
  let missingVariance = 0;
  const contributions: Record<string, number> = {};
  const missing: string[] = [];
  for (const feature of calibration.features) {
    const value = values[feature.name];
    if (value === undefined || !Number.isFinite(value)) {
      missing.push(feature.name);
      missingVariance += (1.645 * feature.weight) ** 2;
      continue;
    }
    const position = standardise(feature, value, calibration.clip);
    raw += feature.weight * position;
    const usual = feature.norm ? standardise(feature, feature.norm.mean, calibration.clip) : 0;
    contributions[feature.name] = feature.weight * (position - usual);
  }
  // Beyond the ends of the scale there is nothing to tell apart, and the doubt is that of the end.
  raw = Math.max(calibration.toScale[0]![0], Math.min(calibration.toScale.at(-1)![0], raw));
  const { halfWidth: base, upper, evidence } = calibration.interval;
  const reach = upper ? Math.max(0, Math.min(1, (raw - upper.from) / (upper.to - upper.from))) : 0;
  const residual = base + reach * ((upper?.halfWidth ?? base) - base);
  const scarcity = Math.max(1, evidence.amount / Math.max(1, evidenceAmount));
  const sampled = residual ** 2 * (1 + evidence.samplingShare * (scarcity - 1));
  const halfWidth = Math.sqrt(sampled + missingVariance) * (1 + extraShare);
  return {
    raw,
    score: interpolate(calibration.toScale, raw),
    interval: [
      interpolate(calibration.toScale, raw - halfWidth),
      interpolate(calibration.toScale, raw + halfWidth),
    ],
    contributions,
    missing,
  };
}
