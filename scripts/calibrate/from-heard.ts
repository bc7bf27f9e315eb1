import type { Prediction } from '../../server/domain/scoring/calibration.ts';
import { widened } from '../../server/domain/scoring/certainty.ts';
import {
  type ErrorFeature,
  errorFeatures,
  expectedErrors,
  type WordErrorCalibration,
} from '../../server/domain/transcript/expected-errors.ts';
import { moonshineThresholds } from '../../server/engines/asr/moonshine/engine.ts';
import type { Calibration } from '../../server/engines/calibration/port.ts';
import { createEnglishText } from '../../server/engines/text/english.ts';
import type { TextEngine } from '../../server/engines/text/port.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';
import { type Calibrations, heardSpeechOf, predictionsOf } from './heard-recordings.ts';
import type { Random } from './random.ts';
import { correlation, deviation, fitRidge, mean, tidy } from './ridge.ts';

/** What a feature may do to the expected errors. */
const signs: Record<ErrorFeature, -1 | 1> = {
  meanConfidence: -1,
  doubtfulShare: 1,
  lostShare: 1,
  fit: -1,
  unheardShare: 1,
  snrDb: -1,
};
const names = Object.keys(signs) as ErrorFeature[];
const PENALTY = 0.02;
const CLIP = 3;
const dimensions = ['vocabulary', 'fluency', 'accent'] as const;
type Dimension = (typeof dimensions)[number];

/** Places at which widths are stored, evenly among the cases; of so many around each, the widths are the quantiles. */
const CORNERS = 5;
const NEAREST_SHARE = 0.3;
/** With fewer, the twentieth beyond each side of an interval is nobody. */
const MIN_READERS = 40;
/** Halves of the speakers that the figures are the mean of. */
const SPLITS = 20;
/** Expected to have more errors than this, nobody is scored (`ASR_MAX_WORD_ERRORS`). */
const MAX_RATE = 0.5;
/** Cases a little beyond tell of those at the limit. */
const BEYOND = 0.05;

/** One recording with all that is fitted. */
export interface Case {
  /** Who speaks: never on both sides of a split. */
  who: string;
  heard: ReturnType<typeof heardSpeechOf>;
  features: Record<ErrorFeature, number | undefined>;
  count: number;
  rate: number;
  /** Learners: what was predicted, and the truth on the same scale. */
  scored?: Record<Dimension, { prediction: Prediction; truth: number } | null>;
}

/** Recordings of real people in English, scored like interviews. */
export function casesOf(
  recordings: readonly HeardRecording[],
  gate: { minMean: number; minWord: number },
  calibrations: Calibrations,
  text: TextEngine,
): Case[] {
  const all = { minMean: 0, minWord: 0 };
  const known = new Map(
    recordings.flatMap((recording) =>
      recording.known && recording.learner
        ? [[baseName(recording), predictionsOf(recording, recording.known, all, calibrations, text)] as const]
        : [],
    ),
  );
  const clear = recordings.filter((one) => one.learner && known.has(baseName(one)) && one.noiseDb === null);
  // Nobody reads aloud as they talk: experts' fluency is brought to the scale by its mean and spread alone.
  const fluencies = clear.map((one) => known.get(baseName(one))!.fluency!.score);
  const rated = clear.map(({ learner }) => learner!.fluency);
  const stretch = deviation(fluencies) / deviation(rated);
  const fluencyOf = (rating: number) =>
    Math.max(0, Math.min(5, mean(fluencies) + stretch * (rating - mean(rated))));
  return recordings.flatMap((recording): Case[] => {
    const { group, learner, name, rate } = recording;
    if (group !== 'learner' && group !== 'fluent') return [];
    const heard = heardSpeechOf(recording);
    const features = errorFeatures(heard);
    if (!features) return [];
    const count = recording.words.filter(({ filler }) => !filler).length;
    const base = { who: learner?.speaker ?? name.replace(/, noise.*/, ''), heard, features, count };
    const one = { ...base, rate: Math.min(1, rate) };
    const truth = known.get(baseName(recording));
    if (!learner || !truth?.vocabulary) return [one];
    const found = predictionsOf(recording, recording.words, gate, calibrations, text);
    const of = (prediction: Prediction | null, at: number) => prediction && { prediction, truth: at };
    return [
      {
        ...one,
        scored: {
          vocabulary: of(found.vocabulary, truth.vocabulary.score),
          fluency: of(found.fluency, fluencyOf(learner.fluency)),
          accent: of(found.accent, learner.accuracy / 2),
        },
      },
    ];
  });
}

const baseName = ({ name }: HeardRecording): string => name.replace(/, noise.*/, '');

type Errors = Pick<WordErrorCalibration, 'features' | 'intercept' | 'clip' | 'interval'>;

/** The square root of the error rate: its sampling error is about the same at every rate. */
export function fitErrors(cases: readonly Case[]): Errors {
  const centres = names.map((name) => mean(cases.flatMap(({ features }) => features[name] ?? [])));
  const rows = cases.map(({ features }) => names.map((name, column) => features[name] ?? centres[column]!));
  const roots = cases.map(({ rate }) => Math.sqrt(rate));
  const model = fitRidge(
    rows,
    roots,
    names.map((name) => signs[name]),
    PENALTY,
    CLIP,
  );
  const errors = {
    features: names
      .map((name, column) => ({
        name,
        mean: tidy(model.means[column]!),
        sd: tidy(model.sds[column]!),
        weight: tidy(model.weights[column]!),
      }))
      .filter(({ weight }) => weight !== 0),
    intercept: tidy(model.intercept),
    clip: CLIP,
    interval: { model: 0, sampling: 0 },
  };
  const residuals = cases.map(({ heard, rate }) =>
    Math.abs(Math.sqrt(rate) - Math.sqrt(expectedErrors(heard, errors)!.rate)),
  );
  return {
    ...errors,
    interval: errorInterval(
      residuals,
      cases.map(({ count }) => count),
    ),
  };
}

/** Half of what 90 % of samples of independent words lie within: the square root of a share deviates by 1 / (2 √words). */
const SAMPLING = 1.645 / 2;

/** The narrowest interval that holds 90 %: sampling alone where that is enough, else with an error of the model. */
function errorInterval(residuals: readonly number[], counts: readonly number[]): Errors['interval'] {
  const beyond = residuals.map((residual, index) => residual ** 2 - SAMPLING ** 2 / counts[index]!);
  const model = quantile(beyond, 0.9);
  if (model >= 0) return { model: tidy(Math.sqrt(model)), sampling: tidy(SAMPLING) };
  const scaled = residuals.map((residual, index) => residual * Math.sqrt(counts[index]!));
  return { model: 0, sampling: tidy(quantile(scaled, 0.9)) };
}

/** What has to be added to the square of each side so that 5 % of the cases lie beyond it, by expected errors. */
export function fitWidths(cases: readonly Case[], errors: Errors): WordErrorCalibration['widen'] {
  const of = (dimension: Dimension) => {
    const own = cases.flatMap((one) => {
      const scored = one.scored?.[dimension];
      if (!scored) return [];
      const { prediction, truth } = scored;
      const [below, above] = [prediction.score - truth, truth - prediction.score];
      // Vocabulary has no rated readers: the known text is the truth, and all that differs is added.
      const side = (index: 0 | 1) =>
        dimension === 'vocabulary' ? 0 : Math.abs(prediction.interval[index] - prediction.score) ** 2;
      return [
        {
          rate: expectedErrors(one.heard, errors)!.rate,
          below: Math.max(0, below) ** 2 - side(0),
          above: Math.max(0, above) ** 2 - side(1),
        },
      ];
    });
    const asked = own.filter(({ rate }) => rate <= MAX_RATE + BEYOND).toSorted((a, b) => a.rate - b.rate);
    const near = Math.round(NEAREST_SHARE * asked.length);
    const corners = Array.from({ length: CORNERS }, (_, corner) => {
      const from = Math.round((corner / (CORNERS - 1)) * (asked.length - near));
      const nearest = asked.slice(from, from + near);
      return {
        rate: tidy(mean(nearest.map(({ rate }) => rate))),
        below: quantile(
          nearest.map((one) => one.below),
          0.95,
        ),
        above: quantile(
          nearest.map((one) => one.above),
          0.95,
        ),
      };
    });
    // Only accent's own interval was measured on such readers; what the others hold, reading aloud does not show.
    const least = dimension === 'accent' ? Number.NEGATIVE_INFINITY : 0;
    const sideOf = (side: 'below' | 'above') => rising(corners.map((one) => Math.max(least, one[side])));
    const [below, above] = [sideOf('below'), sideOf('above')];
    return corners.map(({ rate }, index): [number, number, number] => [
      rate,
      tidy(below[index]!),
      tidy(above[index]!),
    ]);
  };
  return { vocabulary: of('vocabulary'), fluency: of('fluency'), accent: of('accent') };
}

/** What a new case stays under with this probability: between the order statistics around (n + 1)·share. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = Math.max(0, Math.min(sorted.length - 1, (sorted.length + 1) * share - 1));
  const [lower, upper] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return lower + (place - Math.floor(place)) * (upper - lower);
}

/** The nearest sequence that never falls (pooled neighbours): more errors make no interval narrower. */
function rising(values: readonly number[]): number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

export interface BandFigures {
  band: string;
  cases: number;
  rate: number;
  errors: number;
  coverage: Record<Dimension, number>;
  width: Record<Dimension, number>;
}

/** On speakers who took no part in the fit: mean over many halves. Bands are quarters by mean confidence. */
export function crossCheck(cases: readonly Case[], random: Random) {
  const all = fitErrors(cases);
  const scored = cases.filter((one) => one.scored && expectedErrors(one.heard, all)!.rate <= MAX_RATE);
  const speakers = [...new Set(cases.map(({ who }) => who))];
  const confidences = (list: readonly Case[]) => list.map(({ features }) => features.meanConfidence!);
  const sorted = confidences(scored).toSorted((a, b) => a - b);
  const cuts = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]!);
  const bandOf = ({ features }: Case) => cuts.filter((cut) => features.meanConfidence! >= cut).length;
  const tallies = Array.from({ length: 4 }, () => ({
    count: 0,
    rates: [] as number[],
    held: [] as number[],
    inside: { vocabulary: [] as number[], fluency: [] as number[], accent: [] as number[] },
    widths: { vocabulary: [] as number[], fluency: [] as number[], accent: [] as number[] },
  }));
  const pairs: { expected: number; rate: number; inside: boolean }[] = [];
  for (let split = 0; split < SPLITS; split += 1) {
    const half = new Set(random.shuffle(speakers).slice(0, Math.floor(speakers.length / 2)));
    const [fit, held] = [cases.filter(({ who }) => half.has(who)), cases.filter(({ who }) => !half.has(who))];
    const errors = fitErrors(fit);
    const widen = fitWidths(fit, errors);
    for (const one of held) {
      const expected = expectedErrors(one.heard, errors)!;
      const isInside = expected.interval[0] <= one.rate && one.rate <= expected.interval[1];
      pairs.push({ expected: expected.rate, rate: one.rate, inside: isInside });
      if (!one.scored || expected.rate > MAX_RATE) continue;
      const tally = tallies[bandOf(one)]!;
      tally.count += 1;
      tally.rates.push(one.rate);
      tally.held.push(isInside ? 1 : 0);
      for (const dimension of dimensions) {
        const known = one.scored[dimension];
        if (!known) continue;
        const { prediction, truth } = known;
        // Of vocabulary only what misheard words add can be checked.
        const base = dimension === 'vocabulary' ? pointAt(prediction) : prediction;
        const [low, high] = widened(base, dimension, { errorRate: expected.rate }, { widen }).interval;
        tally.inside[dimension].push(low <= truth && truth <= high ? 1 : 0);
        tally.widths[dimension].push(high - low);
      }
    }
  }
  const bands = tallies.map((tally, index): BandFigures => {
    const each = (pick: 'inside' | 'widths') =>
      Object.fromEntries(dimensions.map((name) => [name, tidy(mean(tally[pick][name]))])) as Record<
        Dimension,
        number
      >;
    return {
      band: `mean confidence ${index === 0 ? 'under' : 'from'} ${(cuts[Math.max(0, index - 1)] ?? 0).toFixed(2)}`,
      cases: Math.round(tally.count / (SPLITS / 2)),
      rate: tidy(mean(tally.rates)),
      errors: tidy(mean(tally.held)),
      coverage: each('inside'),
      width: each('widths'),
    };
  });
  return {
    bands,
    correlation: correlation(
      pairs.map(({ expected }) => expected),
      pairs.map(({ rate }) => rate),
    ),
    coverage: mean(pairs.map(({ inside }) => (inside ? 1 : 0))),
    meanAbsoluteError: mean(pairs.map(({ expected, rate }) => Math.abs(expected - rate))),
  };
}

const pointAt = (prediction: Prediction): Prediction => ({
  ...prediction,
  interval: [prediction.score, prediction.score],
});

/** word-errors.json, with what it does for people it was not fitted on. Prints the figures. */
export function calibrateFromHeard(
  recordings: readonly HeardRecording[],
  { vocabulary, fluency, accentStates }: Calibration,
  seedRandom: () => Random,
): WordErrorCalibration {
  const gate = {
    minMean: moonshineThresholds.minMeanConfidence,
    minWord: moonshineThresholds.minWordConfidence,
  };
  const calibrations = { vocabulary, fluency, accent: accentStates };
  const cases = casesOf(recordings, gate, calibrations, createEnglishText());
  const read = new Set(cases.filter(({ scored }) => scored).map(({ who }) => who)).size;
  if (read < MIN_READERS) {
    throw new Error(
      `Widths need ${MIN_READERS} learners; these recordings have ${read}: node scripts/bench/asr-hear.ts OUT.jsonl --group learner.`,
    );
  }
  const { bands, ...figures } = crossCheck(cases, seedRandom());
  console.table(
    bands.map(({ coverage, width, ...band }) => ({
      ...band,
      ...Object.fromEntries(
        dimensions.map((name) => [
          name,
          `${(100 * coverage[name]).toFixed(0)} % (${width[name].toFixed(1)})`,
        ]),
      ),
    })),
  );
  console.log(figures);
  const errors = fitErrors(cases);
  const speakers = new Set(cases.map(({ who }) => who)).size;
  return {
    id: 'word-errors-1',
    method: [
      `Fitted by scripts/calibrate.ts on what scripts/bench/asr-hear.ts heard: ${cases.length} recordings of ${speakers} people, learners (speechocean762) and fluent speakers, ${recordings.filter(({ noiseDb }) => noiseDb !== null).length} of them with pink noise.`,
      'The square root of the word error rate from the words’ confidences, their fit to the sound, speech without words and the signal-to-noise ratio; ridge with signs bound to their meaning. The interval holds 90 % of these recordings.',
      "Widths: what has to be added to the square of a dimension's own interval, so that 5 % of the readers lie beyond either side, among the recordings nearest in expected errors. Accent against half of the experts' accuracy, fluency against the experts' fluency brought to the scale by mean and spread, vocabulary against the score of the text that was read.",
      'Under `measured`: coverage on speakers who took no part in the fit, mean over 20 halves, in quarters by mean confidence (1 the least sure), without recordings whose expected errors are over 50 %. Not measured: spontaneous speech, other first languages than Mandarin.',
    ],
    ...errors,
    widen: fitWidths(cases, errors),
    measured: {
      recordings: cases.length,
      people: speakers,
      correlation: tidy(figures.correlation),
      coverage90: tidy(figures.coverage),
      meanAbsoluteError: tidy(figures.meanAbsoluteError),
      ...Object.fromEntries(
        bands.flatMap(({ coverage }, index) =>
          dimensions.map((name) => [`${name}Coverage90Quarter${index + 1}`, coverage[name]]),
        ),
      ),
    },
  };
}
