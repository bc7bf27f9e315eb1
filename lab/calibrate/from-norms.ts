import {
  type DimensionCalibration,
  type FeatureWeight,
  interpolate,
  transform,
} from '../../server/domain/scoring/calibration.ts';
import type { Dimension, FeatureValue } from '../../server/domain/scoring/types.ts';
import {
  assumedLevels,
  corpusLevels,
  expectedShare,
  FLOOR_MINUTES,
  levelNorms,
  levelToScale,
  NORMS_SOURCE,
  publishedRmse,
  TEST_MINUTES,
} from './norms.ts';
import { createRandom } from './random.ts';
import { correlation, deviation, fitRidge, mean, predictLinear, tidy } from './ridge.ts';
import { scaleOf, spreadOf } from './scale.ts';
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

/**
 * Amounts enter as they are, not as logarithms: words and distinct words in the time grow by about the same number
 * from each level to the next, so that a straight line follows the examiners over the whole scale.
 */
export const vocabularySpecs: readonly FeatureSpec[] = [
  // Above the pace of B2 more words say nothing more about vocabulary: variety has to carry the difference.
  spec('wordsPerFloorMinute', 'words per minute of floor time', 1, { log: false, ceiling: 160 }),
  spec('distinctPerFloorMinute', 'distinct words per minute of floor time', 1, { log: false, ceiling: 105 }),
  spec('distinctPer5FloorMinutes', 'distinct words in five minutes of floor time', 1, {
    log: false,
    ceiling: 320,
  }),
  spec('mattr50', 'ratio', 1, { log: false, ceiling: 0.85 }),
  spec('mtld', 'words', 1, { floor: 10, ceiling: 110 }),
  // Within the norms commoner words go with higher levels, above them rarer words do: one straight line with a sign
  // of its own would reward whichever the drawn learners have more of.
  spec('logFrequency', 'log10 occurrences', -1, { log: false }),
];

export const fluencySpecs: readonly FeatureSpec[] = [
  spec('wordsPerFloorMinute', 'words per minute of floor time', 1, { log: false, ceiling: 170 }),
  spec('repairsPer100Words', 'per 100 words', -1, { log: false, ceiling: 12 }),
  spec('longPausesPer100Words', 'per 100 words', -1, { log: false, ceiling: 15 }),
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
  const draw = (share: (level: number) => number, count: number) =>
    [...levelNorms, ...assumedLevels].flatMap((norm) =>
      Array.from({ length: Math.round(count * share(norm.level)) }, () => drawLearner(norm, random)),
    );
  const [train, held] = [draw(expectedShare, DRAWN_PER_LEVEL), draw(expectedShare, DRAWN_PER_LEVEL)];
  const asInCorpus = draw((level) => (corpusLevels[level] ?? 0) / 1281, 4 * DRAWN_PER_LEVEL);
  const row = (learner: Learner) => specs.map((feature) => transform(feature, learner[feature.name]));
  const model = fitRidge(
    train.map(row),
    train.map(({ level }) => level),
    specs.map(({ sign }) => sign),
    0.02,
    CLIP,
  );
  const rawOf = (learner: Learner) => predictLinear(model, row(learner));
  const cases = held.map((learner) => ({
    level: learner.level,
    raw: rawOf(learner),
    scale: interpolate(levelToScale, learner.level),
  }));
  const raws = cases.map(({ raw }) => raw);
  const toScale = scaleOf(cases);
  const scored = cases.map((one) => ({ ...one, score: interpolate(toScale, one.raw) }));
  const published = 1.645 * publishedRmse(publishedR) * POINTS_PER_LEVEL;
  const spread = spreadOf(scored, toScale, TRANSFER, published);
  const covered = scored.filter(({ scale, score, raw }) => {
    const [below, above] = [1, 2].map((side) =>
      interpolate(
        spread.map((corner) => [corner[0], corner[side]!] as const),
        raw,
      ),
    );
    return scale >= score - below! && scale <= score + above!;
  });
  const inCorpus = asInCorpus.map((learner) => interpolate(toScale, rawOf(learner)));
  return {
    id: `${dimension}-2`,
    dimension,
    method: [
      `Fitted by lab/calibrate.ts (seed ${seed}) on simulated learners: ${DRAWN_PER_LEVEL} per level drawn from Gaussians with the level means and standard deviations of ${NORMS_SOURCE}.`,
      'Levels 1, 10 and 11 (A1, C1, C2) are assumed by extrapolation, not measured, and drawn .3, .4 and .2 times as often and with half as much spread again.',
      'The score is the mean level of the drawn learners with the same raw points, so that it leans towards the middle where the figures tell little; the interval holds 90 % of them. Above B2, where the norms are silent, scores stay near the lower edge of C1.',
      `Assumed: of the ${TEST_MINUTES} minutes of the test ${FLOOR_MINUTES} are the learner's floor time; words and Guiraud's index correlate .23 within a level and diversity measures .7; the rest are independent within a level.`,
      ...(dimension === 'fluency'
        ? [
            'Timing features (articulation rate, runs, pauses) have assumed round means per level; their spread is set so that they correlate with the level as in Suzuki, Kormos & Uchihara 2021, their directions follow Saito et al. 2018. Automatic detection is assumed to find 40 % of the repairs a transcriber marks.',
            'Mean pause duration is shown but not scored: one more short pause would shorten it. The share of floor time that is silent stands for it.',
          ]
        : [
            'Distinct words at any length come from the growth curve of each drawn learner through 50 words (MATTR-50) and the whole test (Guiraud).',
          ]),
      `Each side of the interval is the greater of the simulated quantile and 1.645 × the error of the published regression (r ${publishedR}), widened by ${Math.round((TRANSFER - 1) * 100)} % for transfer to interviews (assumed).`,
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
    toScale,
    interval: { spread, evidence: { amount: 600, samplingShare: 0.25 } },
    correlations: correlationsOf(held.map(row)),
    population: {
      mean: tidy(mean(raws)),
      sd: tidy(deviation(raws)),
      residualSd: tidy(Math.sqrt(mean(cases.map(({ raw, level }) => (raw - level) ** 2)))),
    },
    knownUpTo: interpolate(levelToScale, levelNorms.at(-1)!.level),
    measured: {
      simulatedCorrelation: tidy(
        correlation(
          raws,
          cases.map(({ level }) => level),
        ),
      ),
      simulatedCorrelationAsInCorpus: tidy(
        correlation(
          inCorpus,
          asInCorpus.map(({ level }) => level),
        ),
      ),
      publishedHalfWidth90: tidy(published),
      simulatedCoverage: tidy(covered.length / scored.length),
    },
  };
}

/** Points of the 0–5 scale that a level takes, over the levels of the norms. */
const POINTS_PER_LEVEL = (interpolate(levelToScale, 9) - interpolate(levelToScale, 2)) / 7;

const correlationsOf = (rows: readonly (readonly number[])[]): number[][] => {
  const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]!));
  return columns.map((a) => columns.map((b) => Number(correlation(a, b).toFixed(3))));
};

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
