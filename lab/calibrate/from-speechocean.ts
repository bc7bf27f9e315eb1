import type { DimensionCalibration, FeatureWeight } from '../../server/domain/scoring/calibration.ts';
import { type Pronunciation, pronunciation } from '../../server/domain/scoring/pronunciation.ts';
import type { SpokenWord } from '../../server/domain/transcript/types.ts';
import type { Setting } from '../validity/experts.ts';
import type { Random } from './random.ts';
import {
  conformalQuantile,
  correlation,
  deviation,
  fitRidge,
  type LinearModel,
  mean,
  predictLinear,
  tidy,
} from './ridge.ts';

/** One read utterance with the experts' medians, 0–10. */
export interface RatedUtterance {
  speaker: string;
  accuracy: number;
  fluency: number;
  durationMs: number;
  /** With the words that were to be read, and with those the recogniser heard. */
  words: Record<Setting, SpokenWord[]>;
}

type Name = keyof Pronunciation['features'];

/** What a feature may do to a score; durations may act either way. */
const signs: Readonly<Record<Name, -1 | 0 | 1>> = {
  gopMean: 1,
  gopWorstQuarter: 1,
  gopUnder2Share: -1,
  gopUnder4Share: -1,
  logPosteriorMean: 1,
  logPosteriorWorstQuarter: 1,
  wordGopMean: 1,
  entropyMean: -1,
  acceptedMean: 1,
  acceptedWorstQuarter: 1,
  refusedShare: -1,
  doubtfulShare: -1,
  wordAcceptedWorst: 1,
  phonesPerSecond: 1,
  logDurationMean: 0,
  logDurationSd: 0,
  shortPhoneShare: 0,
  longPhoneShare: -1,
  durationChange: 0,
  vowelVariability: 0,
};

const units: Readonly<Partial<Record<Name, string>>> = {
  gopUnder2Share: 'share of phones',
  gopUnder4Share: 'share of phones',
  shortPhoneShare: 'share of phones',
  longPhoneShare: 'share of phones',
  phonesPerSecond: 'phones/s',
  entropyMean: 'nats',
  acceptedMean: 'logit',
  acceptedWorstQuarter: 'logit',
  refusedShare: 'share of phones',
  doubtfulShare: 'share of phones',
  wordAcceptedWorst: 'logit',
};

const FOLDS = 5;
const CLIP = 3;
const PENALTY = 0.02;

/** Some utterances of one speaker, measured together. */
export interface RatedSample {
  speaker: string;
  size: number;
  rating: number;
  phones: number;
  features: Pronunciation['features'];
}

/** Utterances alone, in fives and all of a speaker's: an interview has hundreds of words, not five. */
export function samplesOf(
  utterances: readonly RatedUtterance[],
  random: Random,
  setting: Setting,
  rating: 'accuracy' | 'fluency' = 'accuracy',
): RatedSample[] {
  const bySpeaker = Map.groupBy(utterances, ({ speaker }) => speaker);
  return [...bySpeaker].flatMap(([speaker, own]) => {
    const shuffled = random.shuffle(own);
    const groups: RatedUtterance[][] = own.map((utterance) => [utterance]);
    for (let from = 0; from + 5 <= shuffled.length; from += 5) groups.push(shuffled.slice(from, from + 5));
    groups.push(shuffled);
    return groups.flatMap((group) => {
      const heard = pronunciation(inSequence(group, setting));
      if (!heard || heard.effectivePhones < 6) return [];
      return [
        {
          speaker,
          size: group.length === own.length ? 20 : group.length,
          rating: mean(group.map((utterance) => utterance[rating])),
          phones: heard.effectivePhones,
          features: heard.features,
        },
      ];
    });
  });
}

/** Words of several utterances on one clock, a second apart. */
function inSequence(group: readonly RatedUtterance[], setting: Setting): SpokenWord[] {
  let offsetMs = 0;
  return group.flatMap((utterance) => {
    const shiftMs = offsetMs;
    offsetMs += utterance.durationMs + 1000;
    const shift = <S extends { startMs: number; endMs: number }>(span: S): S => ({
      ...span,
      startMs: span.startMs + shiftMs,
      endMs: span.endMs + shiftMs,
    });
    return utterance.words[setting].map((word) => ({
      ...shift(word),
      ...(word.phones ? { phones: word.phones.map(shift) } : {}),
    }));
  });
}

/** Long samples count more in a fit: an utterance of five words is a noisy witness. */
const copies = ({ size }: RatedSample): number => (size === 1 ? 1 : size === 5 ? 3 : 12);

/** Features that the acoustic model gives: only some judge acceptability. */
const measuredNames = (samples: readonly RatedSample[]): Name[] =>
  (Object.keys(signs) as Name[]).filter((name) =>
    samples.every(({ features }) => features[name] !== undefined),
  );

const rowOf = ({ features }: RatedSample, names: readonly Name[]): number[] =>
  names.map((name) => features[name]!);

const fit = (samples: readonly RatedSample[], names: readonly Name[]): LinearModel => {
  const weighted = samples.flatMap((sample) => Array.from({ length: copies(sample) }, () => sample));
  return fitRidge(
    weighted.map((sample) => rowOf(sample, names)),
    weighted.map(({ rating }) => rating),
    names.map((name) => signs[name]),
    PENALTY,
    CLIP,
  );
};

export interface HeldOut {
  predicted: number[];
  samples: RatedSample[];
}

/** Predictions for every sample by a model that has not heard its speaker. */
export function crossValidate(
  train: readonly RatedSample[],
  test: readonly RatedSample[],
  random: Random,
): HeldOut {
  const speakers = random.shuffle([...new Set(train.map(({ speaker }) => speaker))]);
  const foldOf = new Map(speakers.map((speaker, index) => [speaker, index % FOLDS]));
  const names = measuredNames([...train, ...test]);
  const samples: RatedSample[] = [];
  const predicted: number[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = fit(
      train.filter(({ speaker }) => foldOf.get(speaker) !== fold),
      names,
    );
    for (const sample of test) {
      if (foldOf.get(sample.speaker) !== fold) continue;
      samples.push(sample);
      predicted.push(predictLinear(model, rowOf(sample, names)));
    }
  }
  return { predicted, samples };
}

/** Correlation, predictions and ratings of held-out samples of one size. */
export function figures({ predicted, samples }: HeldOut, size: number) {
  const chosen = samples
    .map((sample, index) => ({ sample, guess: predicted[index]! }))
    .filter(({ sample }) => sample.size === size);
  const guesses = chosen.map(({ guess }) => guess);
  const ratings = chosen.map(({ sample }) => sample.rating);
  return {
    count: chosen.length,
    correlation: correlation(guesses, ratings),
    guesses,
    ratings,
    phones: mean(chosen.map(({ sample }) => sample.phones)),
  };
}

/** Share of held-out speakers inside the 90 % interval drawn from the other folds' residuals. */
function coverage(residuals: readonly number[]): number {
  const inside = residuals.map((residual, index) => {
    const others = residuals.filter((_, other) => other % FOLDS !== index % FOLDS);
    return Math.abs(residual) <= conformalQuantile(others, 0.9) ? 1 : 0;
  });
  return mean(inside);
}

/** Accent from read English with experts' opinions; the scale is half of their 0–10. */
export function calibrateFromSpeechocean(
  utterances: readonly RatedUtterance[],
  seedRandom: () => Random,
): DimensionCalibration {
  const recognised = samplesOf(utterances, seedRandom(), 'ownTranscript');
  const known = samplesOf(utterances, seedRandom(), 'knownText');
  const held = crossValidate(recognised, recognised, seedRandom());
  const heldKnown = crossValidate(recognised, known, seedRandom());
  const [single, five, speaker] = [figures(held, 1), figures(held, 5), figures(held, 20)];
  const knownSpeaker = figures(heldKnown, 20);
  // A regression draws everybody towards the middle; the scale is stretched so that speakers spread as their ratings do.
  const centre = mean(speaker.ratings);
  const chunk = deviation(speaker.ratings) / deviation(speaker.guesses);
  const stretched = ({ guesses, ratings }: ReturnType<typeof figures>) =>
    guesses.map((guess, index) => centre + (guess - centre) * chunk - ratings[index]!);
  const [fives, speakers, knownSpeakers] = [five, speaker, knownSpeaker].map(stretched) as [
    number[],
    number[],
    number[],
  ];
  const both = [...speakers, ...knownSpeakers];
  const variance = (residuals: readonly number[]) => mean(residuals.map((residual) => residual ** 2));
  // Residual variance is what stays with the speaker plus a part that shrinks with the number of utterances.
  const shrinking = Math.max(0, (variance(fives) - variance(speakers)) / (1 / 5 - 1 / 20));
  const names = measuredNames([...recognised, ...known]);
  const model = fit(recognised, names);
  const clear = recognised.filter(({ size, rating }) => size === 20 && rating >= COMPARISON_RATING);
  return {
    id: 'accent-3',
    dimension: 'accent',
    method: [
      `Fitted by lab/calibrate.ts on speechocean762 (${utterances.length} read utterances, ${new Set(utterances.map(({ speaker: who }) => who)).size} speakers, first language Mandarin, half of them children): features of the words that the recogniser heard, targets the median of five experts' accuracy (0–10), over utterances alone, in fives and by speaker.`,
      "Sounds: a network over the recogniser's encoder states (models/bundled/sounds-en.md), for each speaker one that learned from others only; the recogniser has never met any of them. Phone times come from an aligner that has.",
      'The least clear fifth of words is left out of every feature. Hearings of the known text are held out only: the interval has to cover them too.',
      'Only sounds and their lengths are read: no pauses, no length of text, nothing of which words were said.',
      "Ridge with weights bound to their meaning; figures from five folds with no speaker in two of them. The scale is half the experts' points, stretched so that held-out speakers spread as their ratings do.",
      'The interval is the 90 % conformal quantile of held-out speakers, recognised and known texts together. Not measured: other first languages, spontaneous speech, telephone sound.',
    ],
    features: names.map((name, column): FeatureWeight => {
      const values = clear.map(({ features }) => features[name]!);
      return {
        name,
        unit: units[name] ?? 'log ratio',
        transform: 'none',
        floor: null,
        ceiling: null,
        mean: tidy(model.means[column]!),
        sd: tidy(model.sds[column]!),
        weight: tidy(model.weights[column]!),
        norm: {
          mean: Number(mean(values).toPrecision(3)),
          sd: Number(deviation(values).toPrecision(3)),
          source: `speakers rated ${COMPARISON_RATING} or more of 10 by experts (speechocean762)`,
        },
      };
    }),
    intercept: tidy(model.intercept),
    clip: CLIP,
    toScale: [
      [tidy(centre - centre / chunk), 0],
      [tidy(centre + (10 - centre) / chunk), 5],
    ],
    interval: {
      halfWidth: tidy(conformalQuantile(both, 0.9) / chunk),
      upper: null,
      evidence: {
        amount: Math.round(speaker.phones),
        samplingShare: tidy(Math.min(1, shrinking / 20 / variance(speakers))),
      },
    },
    measured: {
      correlationPerUtterance: tidy(single.correlation),
      correlationPerFiveUtterances: tidy(five.correlation),
      correlationPerSpeaker: tidy(speaker.correlation),
      correlationPerSpeakerKnownText: tidy(knownSpeaker.correlation),
      biasPerSpeaker: tidy(mean(speakers)),
      biasPerSpeakerKnownText: tidy(mean(knownSpeakers)),
      rmsePerSpeaker: tidy(Math.sqrt(variance(speakers))),
      chunk: tidy(chunk),
      coverage90PerSpeaker: tidy(coverage(both)),
      utterances: single.count,
      speakers: speaker.count,
    },
  };
}

const COMPARISON_RATING = 8;
