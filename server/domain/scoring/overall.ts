import type { ScaleCalibration } from './calibration.ts';
import { cefrOf, percentOf, roundScore } from './cefr-levels.ts';
import {
  type Abstention,
  type CefrLevel,
  type Dimension,
  type DimensionScore,
  isAbstention,
} from './types.ts';

const dimensions = ['vocabulary', 'fluency', 'accent'] as const satisfies Dimension[];

/**
 * What a client wants of accent. counted: it is one of the scores of `overall`, as the specification says. shown: it stands beside `overall`
 * and is no part of it. hidden: it is told nowhere and is no part of anything.
 */
export const accentUses = ['counted', 'shown', 'hidden'] as const;
export type AccentUse = (typeof accentUses)[number];

type Produced = { [Kind in Dimension]?: DimensionScore | Abstention | null | undefined };

export interface OverallScore {
  score: number;
  cefr: CefrLevel;
  percent: number;
  /** 90 %, 0–5, one decimal each. */
  interval: [low: number, high: number];
  /** Dimensions that went in; never empty. */
  basedOn: Dimension[];
}

/**
 * Weighted mean of the dimensions that were produced, with a 90 % interval.
 *
 * The dimensions' errors are taken as correlated by `ERROR_CORRELATION`: they come from the same words of the
 * same recording, so adding dimensions narrows the interval less than independent errors would.
 *
 * @returns null when no dimension that counts was produced
 */
export function overallScore(
  produced: Produced,
  scale: ScaleCalibration,
  accentUse: AccentUse = 'counted',
): OverallScore | null {
  const counted = dimensions.filter((dimension) => dimension !== 'accent' || accentUse === 'counted');
  const parts = counted.flatMap((dimension) => {
    const result = produced[dimension];
    if (!result || isAbstention(result)) return [];
    return [{ dimension, result, weight: scale.overallWeights[dimension] }];
  });
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  if (!(total > 0)) return null;
  const score = parts.reduce((sum, { result, weight }) => sum + (weight / total) * result.score, 0);
  const halfWidth = (side: 0 | 1) =>
    combineErrors(
      parts.map(({ result, weight }) => (weight / total) * Math.abs(result.interval[side] - result.score)),
    );
  const rounded = roundScore(score);
  return {
    score: rounded,
    cefr: cefrOf(rounded, scale.cutPoints),
    percent: percentOf(rounded),
    interval: [roundScore(score - halfWidth(0)), roundScore(score + halfWidth(1))],
    basedOn: parts.map(({ dimension }) => dimension),
  };
}

/** Assumed, not measured: half of the published correlation between rated dimensions (about .8) as error in common. */
const ERROR_CORRELATION = 0.4;

function combineErrors(errors: readonly number[]): number {
  const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
  const all = errors.reduce((sum, error) => sum + error, 0) ** 2;
  return Math.sqrt(squares + ERROR_CORRELATION * (all - squares));
}

/** The specification's flat scores object: every field null where its dimension was not produced. */
export interface FlatScores {
  vocabulary: number | null;
  vocabularyCefr: CefrLevel | null;
  vocabularyPercent: number | null;
  fluency: number | null;
  fluencyCefr: CefrLevel | null;
  fluencyPercent: number | null;
  accent: number | null;
  accentCefr: CefrLevel | null;
  accentPercent: number | null;
  overall: number | null;
  cefrLevel: CefrLevel | null;
  overallPercent: number | null;
}

/** The scores as they are answered: the specification's, and what they come to without accent. */
export interface ShownScores extends FlatScores {
  /** Mean of vocabulary and fluency; null where neither was produced. */
  overallWithoutAccent: number | null;
  cefrLevelWithoutAccent: CefrLevel | null;
}

export function flatScores(
  produced: Produced,
  scale: ScaleCalibration,
  accentUse: AccentUse = 'counted',
): FlatScores {
  const of = (dimension: Dimension) => {
    const result = produced[dimension];
    return result && !isAbstention(result) ? result : null;
  };
  const [vocabulary, fluency, accent] = [
    of('vocabulary'),
    of('fluency'),
    accentUse === 'hidden' ? null : of('accent'),
  ];
  const overall = overallScore(produced, scale, accentUse);
  return {
    vocabulary: vocabulary?.score ?? null,
    vocabularyCefr: vocabulary?.cefr ?? null,
    vocabularyPercent: vocabulary?.percent ?? null,
    fluency: fluency?.score ?? null,
    fluencyCefr: fluency?.cefr ?? null,
    fluencyPercent: fluency?.percent ?? null,
    accent: accent?.score ?? null,
    accentCefr: accent?.cefr ?? null,
    accentPercent: accent?.percent ?? null,
    overall: overall?.score ?? null,
    cefrLevel: overall?.cefr ?? null,
    overallPercent: overall?.percent ?? null,
  };
}

/** Results of every version have what this is made of. */
export function withoutAccent(scores: FlatScores, scale: ScaleCalibration): ShownScores {
  const { vocabulary, fluency } = scale.overallWeights;
  const parts = [
    { score: scores.vocabulary, weight: vocabulary },
    { score: scores.fluency, weight: fluency },
  ].filter((part): part is { score: number; weight: number } => part.score !== null);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const overall =
    total > 0
      ? roundScore(parts.reduce((sum, { score, weight }) => sum + (weight / total) * score, 0))
      : null;
  return {
    ...scores,
    overallWithoutAccent: overall,
    cefrLevelWithoutAccent: overall === null ? null : cefrOf(overall, scale.cutPoints),
  };
}
