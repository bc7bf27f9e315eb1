import {
  type DimensionCalibration,
  type FeatureWeight,
  interpolate,
  transform,
} from '../../server/domain/scoring/calibration.ts';
import type { Dimension, FeatureValue } from '../../server/domain/scoring/types.ts';
import {
  assumedLevels,
  FLOOR_MINUTES,
  levelNorms,
  levelToScale,
  NORMS_SOURCE,
  publishedRmse,
} from './norms.ts';
import { createRandom } from './random.ts';
import { conformalQuantile, correlation, deviation, fitRidge, mean, predictLinear, tidy } from './ridge.ts';
import { drawLearner, type Learner } from './simulate.ts';

type FeatureName = Exclude<keyof Learner, 'level'>;

interface FeatureSpec {
  name: FeatureName;
  unit: string;
  transform: FeatureWeight['transform'];
  floor: number | null;
  ceiling: number | null;
  sign: -1 | 0 | 1;
  /** True when the norms measured it; false when its figures are assumed. */
  normed: boolean;
}

const spec = (
  name: FeatureName,
  unit: string,
  sign: FeatureSpec['sign'],
  more: { log?: boolean; floor?: number; ceiling?: number; normed?: boolean } = {},
): FeatureSpec => ({
  name,
  unit,
  transform: more.log === false ? 'none' : 'log',
  floor: more.floor ?? null,
  ceiling: more.ceiling ?? null,
  sign,
  normed: more.normed ?? true,
});

const perMinute = 'per minute of speech';

export const vocabularySpecs: readonly FeatureSpec[] = [
  // Above the pace of B2 more words say nothing more about vocabulary: variety has to carry the difference.
  spec('wordsPerFloorMinute', 'words per minute of floor time', 1, { floor: 5, ceiling: 140 }),
  spec('distinctPerFloorMinute', 'distinct words per minute of floor time', 1, { floor: 5, ceiling: 95 }),
  spec('mattr50', 'ratio', 1, { log: false }),
  spec('mtld', 'words', 1, { floor: 10 }),
  // Within the norms commoner words go with higher levels, above them rarer words do: one straight line with a sign
  // of its own would reward whichever the drawn learners have more of.
  spec('logFrequency', 'log10 occurrences', -1, { log: false }),
];

export const fluencySpecs: readonly FeatureSpec[] = [
  spec('wordsPerFloorMinute', 'words per minute of floor time', 1, { floor: 5, ceiling: 180 }),
  spec('repairsPer100Words', 'per 100 words', -1, { log: false }),
  spec('longPausesPer100Words', 'per 100 words', -1, { floor: 0.3 }),
  spec('articulationRate', 'syllables/s', 1, { floor: 1, ceiling: 5.5, normed: false }),
  spec('meanRunSyllables', 'syllables', 1, { floor: 1, ceiling: 25, normed: false }),
  spec('midClausePausesPerMinute', perMinute, -1, { floor: 2, normed: false }),
  spec('endClausePausesPerMinute', perMinute, -1, { floor: 4, normed: false }),
  spec('pausedShare', 'share of floor time', -1, { log: false, normed: false }),
];

const DRAWN_PER_LEVEL = 3000;
const CLIP = 2.5;
/** The level with which a recruiter's reader can compare: rated B2. */
const COMPARISON_LEVEL = 9;

/**
 * Transfer from a speaking test to interviews, from one first language to all, from transcribers to a recogniser:
 * not measured; 15 % more width is assumed.
 */
const TRANSFER = 1.15;

/**
 * A linear scorer on the examiners' level axis, fitted on learners drawn from per-level figures and checked on
 * others. The interval is never narrower than the published regression on the real interviews allows.
 */
export function calibrateFromNorms(
  dimension: Exclude<Dimension, 'accent'>,
  specs: readonly FeatureSpec[],
  publishedR: number,
  seed: number,
): DimensionCalibration {
  const random = createRandom(seed);
  const draw = () =>
    [...levelNorms, ...assumedLevels].flatMap((norm) =>
      Array.from({ length: DRAWN_PER_LEVEL }, () => drawLearner(norm, random)),
    );
  const [train, held] = [draw(), draw()];
  const row = (learner: Learner) => specs.map((feature) => transform(feature, learner[feature.name]));
  const model = fitRidge(
    train.map(row),
    train.map(({ level }) => level),
    specs.map(({ sign }) => sign),
    0.02,
    CLIP,
  );
  const predicted = held.map((learner) => predictLinear(model, row(learner)));
  // A regression draws extreme cases towards the middle; the scale follows what each level gets on average.
  const levels = [...new Set(held.map(({ level }) => level))];
  const typical = rising(
    levels.map((level) => mean(predicted.filter((_, index) => held[index]!.level === level))),
  );
  const toRaw = levels.map((level, index): [number, number] => [level, typical[index]!]);
  const residuals = held.map(({ level }, index) => predicted[index]! - interpolate(toRaw, level));
  const within = held
    .map(({ level }, index) => ({ level, raw: predicted[index]! }))
    .filter(({ level }) => level <= 9);
  const published = 1.645 * publishedRmse(publishedR);
  const simulated = conformalQuantile(residuals, 0.9);
  const halfWidth = TRANSFER * Math.max(published, simulated);
  return {
    id: `${dimension}-1`,
    dimension,
    method: [
      `Fitted by scripts/calibrate.ts (seed ${seed}) on simulated learners: ${DRAWN_PER_LEVEL} per level drawn from Gaussians with the level means and standard deviations of ${NORMS_SOURCE}.`,
      'Levels 10 and 11 (C1, C2) are assumed by extrapolation, not measured; intervals widen towards them.',
      `Assumed: of the 15 minutes of the test ${FLOOR_MINUTES} are the learner's floor time; words and Guiraud's index correlate .23 within a level and diversity measures .7; the rest are independent within a level.`,
      ...(dimension === 'fluency'
        ? [
            'Timing features (articulation rate, runs, pauses) have assumed round means per level; their spread is set so that they correlate with the level as in Suzuki, Kormos & Uchihara 2021, their directions follow Saito et al. 2018. Automatic detection is assumed to find 40 % of the repairs a transcriber marks.',
            'Mean pause duration is shown but not scored: one more short pause would shorten it. The share of floor time that is silent stands for it.',
          ]
        : [
            'Distinct words at any length come from the growth curve of each drawn learner through 50 words (MATTR-50) and the whole test (Guiraud).',
          ]),
      `The 90 % half-width is the greater of the simulated residual quantile and 1.645 × the error of the published regression (r ${publishedR}), widened by ${Math.round((TRANSFER - 1) * 100)} % for transfer to interviews (assumed).`,
      'Weights are bound to the sign that is their meaning; a weight of 0 means the feature adds nothing to the others.',
    ],
    features: specs.map(
      (feature, column): FeatureWeight => ({
        name: feature.name,
        unit: feature.unit,
        transform: feature.transform,
        floor: feature.floor,
        ceiling: feature.ceiling,
        mean: tidy(model.means[column]!),
        sd: tidy(model.sds[column]!),
        weight: tidy(model.weights[column]!),
        norm: normOf(feature, held),
      }),
    ),
    intercept: tidy(model.intercept),
    clip: CLIP,
    toScale: scaleOf(levels, typical),
    interval: {
      halfWidth: tidy(halfWidth),
      upper: {
        from: tidy(interpolate(toRaw, 9)),
        to: tidy(interpolate(toRaw, 11)),
        halfWidth: tidy(1.1 * halfWidth),
      },
      evidence: { amount: 800, samplingShare: 0.25 },
    },
    measured: {
      simulatedCorrelation: tidy(
        correlation(
          predicted,
          held.map(({ level }) => level),
        ),
      ),
      simulatedCorrelationLevels2To9: tidy(
        correlation(
          within.map(({ raw }) => raw),
          within.map(({ level }) => level),
        ),
      ),
      simulatedRmseLevels2To9: tidy(Math.sqrt(mean(within.map(({ raw, level }) => (raw - level) ** 2)))),
      simulatedHalfWidth90: tidy(simulated),
      publishedHalfWidth90: tidy(published),
      simulatedCoverage: tidy(mean(residuals.map((residual) => (Math.abs(residual) <= halfWidth ? 1 : 0)))),
    },
  };
}

/** Levels' typical raw values, never falling from one level to the next. */
const rising = (values: readonly number[]): number[] =>
  values.map((value, index) => Math.max(value, ...values.slice(0, index).map((before) => before + 0.05)));

/**
 * Raw prediction -> 0–5: every level's typical prediction lands on the level's place on the scale; the line goes on
 * below the lowest level with the slope it has there, and above the highest with half of it.
 */
function scaleOf(levels: readonly number[], typical: readonly number[]): [number, number][] {
  const corners = levels.map((level, index): [number, number] => [
    tidy(typical[index]!),
    tidy(interpolate(levelToScale, level)),
  ]);
  const [first, second] = [corners[0]!, corners[1]!];
  const [last, before] = [corners.at(-1)!, corners.at(-2)!];
  const below = (first[1] * (second[0] - first[0])) / (second[1] - first[1]);
  // Where nothing is measured, the end of the scale is twice as hard to reach as the slope would have it.
  const above = (2 * (5 - last[1]) * (last[0] - before[0])) / (last[1] - before[1]);
  return [[tidy(first[0] - below), 0], ...corners, [tidy(last[0] + above), 5]];
}

function normOf(feature: FeatureSpec, learners: readonly Learner[]): FeatureValue['norm'] {
  const values = learners
    .filter(({ level }) => level === COMPARISON_LEVEL)
    .map((learner) => learner[feature.name]);
  return {
    mean: Number(mean(values).toPrecision(3)),
    sd: Number(deviation(values).toPrecision(3)),
    source: feature.normed
      ? 'speakers rated B2 in a 15-minute speaking test (NICT-JLE)'
      : 'assumed for B2 speakers, after published studies',
  };
}
