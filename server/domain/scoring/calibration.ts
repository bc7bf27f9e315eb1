import { imputeMissing } from './imputation.ts';
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

/** 90 % interval with one width in raw points. */
export interface RawInterval {
  /** 90 % quantile of absolute residuals of held-out cases, in raw points. */
  halfWidth: number;
  /** Half-width at the top and beyond, where calibration data are silent; reached linearly from `from` to `to`. */
  upper: { from: number; to: number; halfWidth: number } | null;
}

/** 90 % interval whose sides depend on the raw score. */
export interface ScaleInterval {
  /** Points of the 0–5 scale below and above the score that hold 90 % of the cases with this raw score; raw ascending. */
  spread: [raw: number, below: number, above: number][];
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
  interval: (RawInterval | ScaleInterval) & {
    /** Amount of evidence (words or phones) at which the width holds, and the residual share due to sampling. */
    evidence: { amount: number; samplingShare: number };
  };
  /**
   * Correlations of the standardised features in the calibration set: features that could not be measured are put
   * at what the others make likely. Absent: at their mean.
   */
  correlations?: number[][];
  /**
   * Who was calibrated on, in raw points: mean and deviation of the cases, and of what is left unexplained. A
   * measurement less certain than usual is drawn towards the mean by as much as its extra error deserves.
   */
  population?: { mean: number; sd: number; residualSd: number };
  /** Highest place on the 0–5 scale at which people were rated; beyond it the scale is assumed. */
  knownUpTo?: number;
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

/** Half of a 90 % interval in standard deviations of a normal error. */
const NINETY_PERCENT_Z = 1.645;

/**
 * Score and 90 % interval from measured features.
 *
 * Three things make a score less certain than the calibration's own cases: less evidence (sampling error shrinks
 * with the square root of the amount), missing features, and `extraShare`, a further widening the caller knows a
 * reason for (0.3 is 30 %). They widen the interval, and draw the score towards the calibrated population's mean:
 * an extreme figure from a poor recording is more likely an error than an extreme speaker.
 *
 * @param values measured features by name; `undefined` where a feature could not be measured
 * @param evidenceAmount words or phones behind the features, in the unit of the calibration
 */
export function predict(
  calibration: DimensionCalibration,
  values: Readonly<Record<string, number | undefined>>,
  { evidenceAmount, extraShare }: { evidenceAmount: number; extraShare: number },
): Prediction {
  const { features, clip, toScale, interval, population } = calibration;
  const positions = features.map((feature) => {
    const value = values[feature.name];
    return value === undefined || !Number.isFinite(value) ? undefined : standardise(feature, value, clip);
  });
  const { weights, missingVariance } = imputeMissing(
    features.map(({ weight }) => weight),
    calibration.correlations ?? null,
    positions.map((position) => position !== undefined),
  );
  let raw = calibration.intercept;
  const contributions: Record<string, number> = {};
  const missing: string[] = [];
  features.forEach((feature, column) => {
    const position = positions[column];
    if (position === undefined) {
      missing.push(feature.name);
      return;
    }
    raw += weights[column]! * position;
    const usual = feature.norm ? standardise(feature, feature.norm.mean, clip) : 0;
    contributions[feature.name] = weights[column]! * (position - usual);
  });

  const scarcity = Math.max(1, interval.evidence.amount / Math.max(1, evidenceAmount));
  const sampled = 1 + interval.evidence.samplingShare * (scarcity - 1);
  if (population) {
    const extra = population.residualSd ** 2 * (sampled * (1 + extraShare) ** 2 - 1);
    const trust = population.sd ** 2 / (population.sd ** 2 + Math.max(0, extra));
    raw = population.mean + trust * (raw - population.mean);
    for (const name of Object.keys(contributions)) contributions[name]! *= trust;
  }
  // Beyond the ends of the scale there is nothing to tell apart, and the doubt is that of the end.
  const [lowest, highest] = [toScale[0]!, toScale.at(-1)!];
  raw = Math.max(lowest[0], Math.min(highest[0], raw));
  const score = interpolate(toScale, raw);
  return {
    raw,
    score,
    interval:
      'spread' in interval
        ? (sidesOf(interval, raw).map((side, index) => {
            const slope = (highest[1] - lowest[1]) / (highest[0] - lowest[0]);
            const unknown = (slope * NINETY_PERCENT_Z) ** 2 * missingVariance;
            const width = Math.sqrt(side ** 2 * sampled + unknown) * (1 + extraShare);
            return Math.max(0, Math.min(5, score + (index === 0 ? -width : width)));
          }) as [number, number])
        : (rawEnds(interval, raw, sampled, missingVariance).map((end) =>
            interpolate(toScale, raw + (end - raw) * (1 + extraShare)),
          ) as [number, number]),
    contributions,
    missing,
  };
}

/** Points of the scale below and above the score, before widening. */
const sidesOf = ({ spread }: ScaleInterval, raw: number): [below: number, above: number] => [
  interpolate(
    spread.map(([at, below]) => [at, below] as const),
    raw,
  ),
  interpolate(
    spread.map(([at, , above]) => [at, above] as const),
    raw,
  ),
];

/** Ends of the interval on the raw axis, before the caller's own widening. */
function rawEnds(
  { halfWidth: base, upper }: RawInterval,
  raw: number,
  sampled: number,
  missingVariance: number,
): [number, number] {
  const reach = upper ? Math.max(0, Math.min(1, (raw - upper.from) / (upper.to - upper.from))) : 0;
  const residual = base + reach * ((upper?.halfWidth ?? base) - base);
  const halfWidth = Math.sqrt(residual ** 2 * sampled + NINETY_PERCENT_Z ** 2 * missingVariance);
  return [raw - halfWidth, raw + halfWidth];
}
