import type { Prediction } from '../../server/domain/scoring/calibration.ts';
import type { confidenceGate } from '../../server/domain/transcript/confidence-gate.ts';
import {
  type ErrorFeature,
  type ErrorModel,
  errorFeatures,
  expectedErrors,
  type WordErrorCalibration,
} from '../../server/domain/transcript/expected-errors.ts';
import type { TextEngine } from '../../server/engines/text/port.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';
import { type Calibrations, heardSpeechOf, predictionsOf } from './heard-recordings.ts';
import { deviation, fitRidge, mean, tidy } from './ridge.ts';

/** What a feature may do to the expected errors. */
const signs: Record<ErrorFeature, -1 | 1> = {
  meanConfidence: -1,
  doubtfulShare: 1,
  lostShare: 1,
  fit: -1,
  unheardShare: 1,
  snrDb: -1,
};
const allNames = Object.keys(signs) as ErrorFeature[];
const PENALTY = 0.02;
const CLIP = 3;
const FOLDS = 5;
export const dimensions = ['vocabulary', 'fluency', 'accent'] as const;
export type Dimension = (typeof dimensions)[number];

/** Places at which widths are stored, evenly among the cases; of so many around each, the widths are the quantiles. */
const CORNERS = 5;
const NEAREST_SHARE = 0.3;
/** Share of the cases that a 90 % interval leaves outside. */
const OUTSIDE = 0.1;
/** A recording expected to have more errors than this is not scored (`ASR_MAX_WORD_ERRORS`). */
export const MAX_RATE = 0.5;
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
  gate: Parameters<typeof confidenceGate>[1],
  calibrations: Calibrations,
  text: TextEngine,
): Case[] {
  const all = { minMean: 0, minWord: 0, lostBelow: 0 };
  const known = new Map(
    recordings.flatMap((recording) =>
      recording.known && recording.learner
        ? [[baseName(recording), predictionsOf(recording, recording.known, all, calibrations, text)] as const]
        : [],
    ),
  );
  const clear = recordings.filter((one) => one.learner && known.has(baseName(one)) && one.noiseDb === null);
  // People read aloud otherwise than they talk: experts' fluency is brought to the scale by its mean and spread alone.
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

const baseName = ({ name }: Pick<HeardRecording, 'name'>): string => name.replace(/, noise.*/, '');

type Errors = Pick<ErrorModel, 'features' | 'intercept' | 'clip' | 'interval'>;

/**
 * Recordings heard in their own languages. Of a language other than English few people speak: they count as one, so that none of them
 * stands on both sides of a split. How words fit the sound is known in English alone, and left out.
 */
export const casesInAnyLanguage = (recordings: readonly HeardRecording[]): Case[] =>
  recordings.flatMap((recording): Case[] => {
    const { learner, language, name, rate } = recording;
    const words = recording.words.map(({ fit: _fit, phones: _phones, ...word }) => word);
    const heard = heardSpeechOf({ ...recording, words });
    const features = errorFeatures(heard);
    const count = words.filter(({ filler }) => !filler).length;
    const who = learner?.speaker ?? language ?? baseName({ name });
    return features ? [{ who, heard, features, count, rate: Math.min(1, rate) }] : [];
  });

/** The square root of the error rate: its sampling error is about the same at every rate. */
export function fitErrors(cases: readonly Case[]): Errors {
  const people = [...new Set(cases.map(({ who }) => who))];
  const foldOf = new Map(people.map((who, index) => [who, index % FOLDS]));
  // People who are measured took no part in what measures them.
  const measured = Array.from({ length: FOLDS }, (_, fold) => {
    const errors = fitRoots(cases.filter(({ who }) => foldOf.get(who) !== fold));
    return cases.filter(({ who }) => foldOf.get(who) === fold).map((one) => ({ ...one, errors }));
  }).flat();
  const residuals = measured.map(({ heard, rate, errors }) =>
    Math.abs(Math.sqrt(rate) - Math.sqrt(expectedErrors(heard, errors)!.rate)),
  );
  const counts = measured.map(({ count }) => count);
  return { ...fitRoots(cases), interval: errorInterval(residuals, counts) };
}

function fitRoots(cases: readonly Case[]): Errors {
  const names = allNames.filter((name) => cases.some(({ features }) => features[name] !== undefined));
  const centres = names.map((name) => mean(cases.flatMap(({ features }) => features[name] ?? [])));
  const rows = cases.map(({ features }) => names.map((name, column) => features[name] ?? centres[column]!));
  const roots = cases.map(({ rate }) => Math.sqrt(rate));
  const bound = names.map((name) => signs[name]);
  const model = fitRidge(rows, roots, bound, PENALTY, CLIP);
  return {
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

/** What has to be added to the square of each side so that 10 % of the cases lie outside, by expected errors. */
export function fitWidths(cases: readonly Case[], errors: Errors): WordErrorCalibration['widen'] {
  const of = (dimension: Dimension): WordErrorCalibration['widen'][Dimension] => {
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
      return { rate: tidy(mean(nearest.map(({ rate }) => rate))), ...sidesFor(nearest) };
    });
    // A dimension's own interval holds what reading aloud for a minute does not show: nothing is taken from it.
    const sideOf = (side: 'below' | 'above') => rising(corners.map((one) => Math.max(0, one[side])));
    const [below, above] = [sideOf('below'), sideOf('above')];
    const found = corners.map(({ rate }, index): [number, number, number] => [
      rate,
      tidy(below[index]!),
      tidy(above[index]!),
    ]);
    // Where nothing is misheard there is nothing to add.
    return [[0, 0, 0], ...found];
  };
  return { vocabulary: of('vocabulary'), fluency: of('fluency'), accent: of('accent') };
}

/**
 * The least to add to each side so that a tenth of the cases lie outside: a twentieth beyond either, and what one side does not need is
 * the other's.
 */
function sidesFor(cases: readonly { below: number; above: number }[]) {
  const [below, above] = [cases.map((one) => one.below), cases.map((one) => one.above)];
  const beyond = (side: readonly number[]) => side.filter((value) => value > 0).length / side.length;
  const [few, all] = [OUTSIDE / 2, OUTSIDE];
  return {
    below: quantile(below, 1 - Math.max(few, all - beyond(above))),
    above: quantile(above, 1 - Math.max(few, all - beyond(below))),
  };
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
