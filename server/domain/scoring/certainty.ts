import { cefrOf } from '../cefr/levels.ts';
import type { WordErrorCalibration } from '../transcript/expected-errors.ts';
import { type CutPoints, interpolate, type Prediction, type ScaleCalibration } from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import type { Abstention, Dimension } from './types.ts';

/** Levels above or below a score that its interval may reach over; beyond, the score says nothing. */
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
 * Why a score is not told: its interval reaches more than two CEFR levels above or below it. Asked only where the width is measured,
 * that is where the share of misheard words is known.
 *
 * @param what "vocabulary", "fluency" or "accent"
 */
export function tooUncertain(
  { score, interval: [low, high] }: Pick<Prediction, 'score' | 'interval'>,
  what: Dimension,
  { errorRate }: Pick<CandidateSpeech, 'errorRate'>,
  { cutPoints }: Pick<ScaleCalibration, 'cutPoints'>,
): Abstention | null {
  if (errorRate === undefined) return null;
  const at = levelsOf(score, cutPoints);
  const reach = Math.max(at - levelsOf(low, cutPoints), levelsOf(high, cutPoints) - at);
  if (reach <= MAX_LEVELS) return null;
  return {
    abstained: true,
    measured: true,
    reason:
      `About ${Math.round(100 * errorRate)} % of the candidate's words were probably misheard: ${what} may be anything from ` +
      `${cefrOf(low, cutPoints)} to ${cefrOf(high, cutPoints)}, which is too wide for a score.`,
  };
}

/** Place on a scale on which every level is one unit wide. The scale ends within the lowest and the highest level: they are as wide as the next. */
export function levelsOf(score: number, cutPoints: CutPoints): number {
  const cuts = [cutPoints['Pre-A1'], cutPoints.A1, cutPoints.A2, cutPoints.B1, cutPoints.B2, cutPoints.C1];
  const [first, second, last, beforeLast] = [cuts[0]!, cuts[1]!, cuts.at(-1)!, cuts.at(-2)!];
  return interpolate(
    [
      [2 * first - second, 0],
      ...cuts.map((cut, index) => [cut, index + 1] as const),
      [2 * last - beforeLast, cuts.length + 1],
    ],
    score,
  );
}
