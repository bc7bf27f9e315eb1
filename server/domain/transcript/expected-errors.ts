import { meanConfidence, surroundingConfidence } from './confidence.ts';
import { meanFit } from './fits-sound.ts';
import type { AlignedWord } from './types.ts';

/** What tells how many of a speaker's words are misheard. */
export interface HeardSpeech {
  /** Of one person, in time order; hesitations may be among them. */
  words: readonly Pick<AlignedWord, 'startMs' | 'endMs' | 'confidence' | 'filler' | 'fit' | 'phones'>[];
  /** Time in which that person speaks. */
  speechMs: number;
  /** Null where there is no rest to measure. */
  snrDb: number | null;
}

export type ErrorFeature =
  | 'meanConfidence'
  | 'doubtfulShare'
  | 'lostShare'
  | 'fit'
  | 'unheardShare'
  | 'snrDb';

/** Recognisers whose confidences mean the same: measured on one, held for the family. */
export type ConfidenceFamily = 'moonshine' | 'whisper';

/** What was learned of one family's confidences on recordings whose words are known. */
export interface ErrorModel {
  id: string;
  /** How it was made, from what, and what was assumed: for people. */
  method: string[];
  /** Of the square root of the error rate, linear in standardised features, which are clipped to ± `clip`. */
  features: { name: ErrorFeature; mean: number; sd: number; weight: number }[];
  intercept: number;
  clip: number;
  /** Half of the 90 % interval of the square root is √(model² + sampling² / words). */
  interval: { model: number; sampling: number };
  /** Figures of the calibration run. */
  measured: Record<string, number>;
}

/** From word-errors.json: the error model of the embedded recogniser, and what misheard words leave of each score, for any recogniser. */
export interface WordErrorCalibration extends ErrorModel {
  /**
   * What is added to the square of each side of a dimension's interval, in squared points of the 0–5 scale, by expected error rate;
   * rising, straight between the corners.
   */
  widen: Record<'vocabulary' | 'fluency' | 'accent', [rate: number, below: number, above: number][]>;
}

/** Expected share of words that are misheard, left out or made up. */
export interface ExpectedErrors {
  /** 0–1. */
  rate: number;
  /** 90 %, 0–1. */
  interval: [low: number, high: number];
}

/** Less sure words are more often wrong than right. */
const doubtfulBelow = 0.5;
/** Words to either side that tell whether the recogniser had the thread, and the mean below which it had not. */
const reach = 10;
const lostBelow = 0.64;

/** Each undefined where it cannot be told; null where nothing was heard. */
export function errorFeatures({
  words,
  speechMs,
  snrDb,
}: HeardSpeech): Record<ErrorFeature, number | undefined> | null {
  const said = words.filter(({ filler }) => !filler);
  const mean = meanConfidence(said);
  if (mean === undefined) return null;
  const shareOf = (count: number) => count / said.length;
  const spokenMs = words.reduce((sum, { startMs, endMs }) => sum + Math.max(0, endMs - startMs), 0);
  return {
    meanConfidence: mean,
    doubtfulShare: shareOf(said.filter(({ confidence }) => confidence < doubtfulBelow).length),
    lostShare: shareOf(surroundingConfidence(said, reach).filter((around) => around < lostBelow).length),
    fit: meanFit(said),
    unheardShare: speechMs > 0 ? Math.max(0, 1 - spokenMs / speechMs) : undefined,
    snrDb: snrDb ?? undefined,
  };
}

/**
 * The word error rate to expect of what one person said. What could not be measured counts as average.
 *
 * @returns null where nothing was heard
 */
export function expectedErrors(
  heard: HeardSpeech,
  { features, intercept, clip, interval }: Pick<ErrorModel, 'features' | 'intercept' | 'clip' | 'interval'>,
): ExpectedErrors | null {
  const values = errorFeatures(heard);
  if (!values) return null;
  const root = features.reduce((sum, { name, mean, sd, weight }) => {
    const position = ((values[name] ?? mean) - mean) / sd;
    return sum + weight * Math.max(-clip, Math.min(clip, position));
  }, intercept);
  const count = heard.words.filter(({ filler }) => !filler).length;
  const halfWidth = Math.sqrt(interval.model ** 2 + interval.sampling ** 2 / count);
  const rateAt = (at: number) => Math.min(1, Math.max(0, at) ** 2);
  return { rate: rateAt(root), interval: [rateAt(root - halfWidth), rateAt(root + halfWidth)] };
}
