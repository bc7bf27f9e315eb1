import { languageName } from '../transcript/language.ts';
import type { Calibrated, DimensionCalibration, Prediction, ScaleCalibration } from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { cefrOf, cefrPosterior, percentOf, roundScore } from './cefr-levels.ts';
import { repeatedShare } from './repeated-passages.ts';
import type { Abstention, DimensionScore, Evidence, FeatureValue } from './types.ts';

/**
 * Under either, a dimension is not produced rather than guessed. Accent is measured sound by sound: it holds for people of whom there are
 * five sentences (models/calibration/README.md), with an interval that says how few sounds there were.
 */
export const leastSpeech = {
  vocabulary: { ms: 60_000, words: 100 },
  fluency: { ms: 60_000, words: 100 },
  accent: { ms: 30_000, words: 50 },
} as const;
/** So many of the words have to be surely heard. */
const MIN_SURE_WORDS = 50;

/** Interval half-widths on the 0–5 scale up to which a score is told with high or medium confidence. */
const HIGH_CONFIDENCE_HALF_WIDTH = 0.75;
const MEDIUM_CONFIDENCE_HALF_WIDTH = 1.5;

/**
 * Why a dimension cannot be scored on this much speech, in words a recruiter can read. Vocabulary rests on words: only those that were
 * surely heard count, and the time they take. Fluency and accent rest on sound and times: all that the candidate says counts, and what was not
 * understood of it makes the interval wider.
 */
export function tooLittleSpeech(
  { speechMs, words, supportedShare }: Pick<CandidateSpeech, 'speechMs' | 'words' | 'supportedShare'>,
  what: 'vocabulary' | 'fluency' | 'accent',
): Abstention | null {
  const least = leastSpeech[what];
  const needsWords = what === 'vocabulary';
  const share = needsWords || supportedShare === 0 ? 1 : supportedShare;
  const spokenMs = speechMs / share;
  if (spokenMs < least.ms) {
    const spokenSeconds = Math.floor(spokenMs / 1000);
    return {
      abstained: true,
      reason:
        `The candidate speaks for ${spokenSeconds} second${spokenSeconds === 1 ? '' : 's'}${needsWords ? ' in what could be understood' : ''}; ` +
        `${what} is scored from ${least.ms / 1000} seconds on.`,
    };
  }
  const said = Math.round(words.length / share);
  if (said < least.words) {
    return {
      abstained: true,
      reason: `Only ${said} of the candidate's words were recognised${needsWords ? ' with enough certainty' : ''}; ${what} is scored from ${least.words} words on.`,
    };
  }
  if (words.length < MIN_SURE_WORDS) {
    return {
      abstained: true,
      reason: `Only ${words.length} of the candidate's words were recognised with enough certainty; ${what} needs ${MIN_SURE_WORDS}.`,
    };
  }
  return null;
}

/** A measured value with its unit; the norm comes from the calibration. */
export type Measured = Record<string, { value: number | undefined; unit: string }>;

/** Adds norms and leaves out what could not be measured. Values keep four significant decimals, for readers. */
export function withNorms(
  measured: Measured,
  calibration: DimensionCalibration,
): Record<string, FeatureValue> {
  const features: Record<string, FeatureValue> = {};
  for (const [name, { value, unit }] of Object.entries(measured)) {
    if (value === undefined || !Number.isFinite(value)) continue;
    const norm = calibration.features.find((feature) => feature.name === name)?.norm ?? null;
    features[name] = { value: Math.round(value * 10_000) / 10_000, unit, norm };
  }
  return features;
}

/** Puts a prediction into the shape every dimension has: rounded, with level, posterior and confidence. */
export function dimensionScore(parts: {
  prediction: Prediction;
  calibration: Calibrated<DimensionCalibration>;
  scale: ScaleCalibration;
  features: Record<string, FeatureValue>;
  evidence: Evidence[];
  warnings: string[];
}): DimensionScore {
  const { prediction, calibration, scale } = parts;
  const score = roundScore(prediction.score);
  // The wider side: an interval cut short by the end of the scale is no surer for that.
  const halfWidth = Math.max(
    prediction.score - prediction.interval[0],
    prediction.interval[1] - prediction.score,
  );
  const posterior = cefrPosterior(prediction.score, prediction.interval, scale.cutPoints);
  for (const level of Object.keys(posterior) as (keyof typeof posterior)[]) {
    posterior[level] = Math.round(posterior[level] * 1000) / 1000;
  }
  return {
    score,
    cefr: cefrOf(score, scale.cutPoints),
    percent: percentOf(score),
    interval: [roundScore(prediction.interval[0]), roundScore(prediction.interval[1])],
    confidence:
      halfWidth <= HIGH_CONFIDENCE_HALF_WIDTH
        ? 'high'
        : halfWidth <= MEDIUM_CONFIDENCE_HALF_WIDTH
          ? 'medium'
          : 'low',
    features: parts.features,
    evidence: parts.evidence,
    cefrPosterior: posterior,
    calibration: { id: calibration.id, sha256: calibration.sha256 },
    warnings: parts.warnings,
  };
}

/** Extra interval width where a part of what was said could not be used: all of it unknown would double the width. */
export const extraForUnknownWords = (speech: Pick<CandidateSpeech, 'supportedShare'>): number =>
  1 - speech.supportedShare;

/**
 * Extra interval width for words that are unknown, half believed or said before in a passage: a transcript the recogniser believes by half
 * is a quarter wider, and so is a text of which a quarter was said twice.
 */
export const extraForDoubt = (speech: Pick<CandidateSpeech, 'supportedShare' | 'words'>): number =>
  extraForUnknownWords(speech) + (1 - meanConfidence(speech.words)) / 2 + repeatedShare(speech);

/** How much wider an interval is in a language the norms were not made for. */
export const OTHER_LANGUAGE_EXTRA = 0.5;

export const valuesOf = (measured: Measured): Record<string, number | undefined> =>
  Object.fromEntries(Object.entries(measured).map(([name, { value }]) => [name, value]));

/** Mean of the recogniser's word confidences, 0–1; 0 without words. */
export const meanConfidence = (words: readonly { confidence: number }[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);

export const otherLanguage = (language: string): string =>
  `The norms come from English interviews: nobody who speaks ${languageName(language)} was rated, so the interval is wider.`;

/** Under this share of usable words, mean confidence and number of words a reader should know of it. */
const FEW_SUPPORTED = 0.85;
const LOW_CONFIDENCE = 0.7;
const FEW_WORDS = 250;

/** What made a score less certain than usual, in words a recruiter can read. */
export function doubts(
  speech: Pick<CandidateSpeech, 'supportedShare' | 'words'>,
  score: number,
  calibration: Pick<DimensionCalibration, 'knownUpTo'>,
): string[] {
  const { supportedShare, words } = speech;
  const confidence = meanConfidence(words);
  return [
    ...(supportedShare < FEW_SUPPORTED
      ? [`${Math.round(100 * (1 - supportedShare))} % of the candidate's words could not be used.`]
      : []),
    ...(confidence < LOW_CONFIDENCE
      ? [
          `The recogniser was unsure of the candidate's words (mean confidence ${confidence.toFixed(2)}): some of them are misheard.`,
        ]
      : []),
    ...(words.length < FEW_WORDS
      ? [`Only ${words.length} words could be measured: a longer answer may change the figures.`]
      : []),
    ...(calibration.knownUpTo !== undefined && score > calibration.knownUpTo
      ? [
          `The speakers this score was calibrated on end at B2 (${calibration.knownUpTo} of 5): how far above it lies is an estimate.`,
        ]
      : []),
  ];
}
