import type { WordErrorCalibration } from '../transcript/expected-errors.ts';
import { interpolate, type Prediction, type ScaleCalibration } from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { cefrLevels, cefrOf } from './cefr-levels.ts';
import type { Abstention, Dimension } from './types.ts';

/** Share of misheard words from which a reader should know of it. */
export const TOLD_ERROR_RATE = 0.15;

/** An interval may reach so many levels above or below that of its score; beyond, the score says nothing. */
const MAX_LEVELS = 2;

/**
 * A prediction whose interval holds in spite of the words that were probably misheard: measured on people whom the recogniser
 * understood well and badly (models/calibration/README.md). The same where their share is not known.
 */
export function widened(
  prediction: Prediction,
  dimension: Dimension,
  { errorRate }: Pick<CandidateSpeech, 'errorRate'>,
  { widen }: Pick<WordErrorCalibration, 'widen'>,
): Prediction {
  if (errorRate === undefined) return prediction;
  const { score, interval } = prediction;
  const added = (side: 1 | 2) =>
    interpolate(
      widen[dimension].map((corner) => [corner[0], corner[side]] as const),
      errorRate,
    );
  const reach = (side: number, squared: number) => Math.sqrt(side ** 2 + squared);
  return {
    ...prediction,
    interval: [
      Math.max(0, score - reach(score - interval[0], added(1))),
      Math.min(5, score + reach(interval[1] - score, added(2))),
    ],
  };
}

/**
 * Why a score is not told: its interval reaches a level more than two above or below its own. Asked only where the width is measured,
 * that is where the share of misheard words is known.
 *
 * @param what "vocabulary", "fluency" or "accent"
 * @param borrowed the prediction without what mishearing adds, where its norms are another language's: their width alone, which its
 * warning tells, silences nothing
 */
export function tooUncertain(
  prediction: Pick<Prediction, 'score' | 'interval'>,
  what: Dimension,
  { errorRate, words }: Pick<CandidateSpeech, 'errorRate' | 'words'>,
  { cutPoints }: Pick<ScaleCalibration, 'cutPoints'>,
  borrowed?: Pick<Prediction, 'score' | 'interval'>,
): Abstention | null {
  if (errorRate === undefined) return null;
  const levelAt = (value: number) => cefrLevels.indexOf(cefrOf(value, cutPoints));
  const isTooWide = ({ score, interval: [low, high] }: Pick<Prediction, 'score' | 'interval'>) =>
    Math.max(levelAt(score) - levelAt(low), levelAt(high) - levelAt(score)) > MAX_LEVELS;
  if (!isTooWide(prediction) || (borrowed && isTooWide(borrowed))) return null;
  const [low, high] = prediction.interval;
  const cause =
    errorRate < TOLD_ERROR_RATE
      ? `Only ${words.length} of the candidate's words could be measured`
      : `About ${Math.round(100 * errorRate)} % of the candidate's words were probably misheard`;
  return {
    abstained: true,
    measured: true,
    reason:
      `${cause}: ${what} may be anything from ${cefrOf(low, cutPoints)} to ${cefrOf(high, cutPoints)}, ` +
      'which is too wide for a score.',
  };
}
