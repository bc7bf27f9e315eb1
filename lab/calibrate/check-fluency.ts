import { type DimensionCalibration, predict } from '../../server/domain/scoring/calibration.ts';
import { candidateSpeech } from '../../server/domain/scoring/candidate-speech.ts';
import { valuesOf } from '../../server/domain/scoring/dimension-score.ts';
import { measureFluency } from '../../server/domain/scoring/fluency.ts';
import type { Turn } from '../../server/domain/transcript/types.ts';
import type { Setting } from '../validity/experts.ts';
import type { RatedUtterance } from './from-speechocean.ts';
import { correlation, mean } from './ridge.ts';

/** Another speaker's turn between two utterances, so that each is a floor of its own. */
const BETWEEN_MS = 20_000;

/** How the fluency score does on people it was not made from. */
export interface FluencyCheck {
  speakers: number;
  /** Correlation with the mean of experts' fluency, by speaker. */
  pcc: number;
  /** Correlation of the scores of every other utterance with the rest's, stepped up to all by Spearman and Brown. */
  halfReliability: number;
}

/**
 * The fluency score against experts' fluency, by speaker, on read speech that took no part in making it: a check of
 * directions and weights, not of the scale (people read aloud otherwise than they talk).
 */
export function checkFluency(
  calibration: DimensionCalibration,
  utterances: readonly RatedUtterance[],
  setting: Setting,
): FluencyCheck {
  const speakers = [...Map.groupBy(utterances, ({ speaker }) => speaker).values()];
  const scores = (which: (index: number) => boolean) =>
    speakers.map((own) =>
      rawFluency(
        calibration,
        own.filter((_, index) => which(index)),
        setting,
      ),
    );
  const halves = correlation(
    scores((index) => index % 2 === 0),
    scores((index) => index % 2 === 1),
  );
  return {
    speakers: speakers.length,
    pcc: correlation(
      scores(() => true),
      speakers.map((own) => mean(own.map(({ fluency }) => fluency))),
    ),
    halfReliability: (2 * halves) / (1 + halves),
  };
}

function rawFluency(
  calibration: DimensionCalibration,
  own: readonly RatedUtterance[],
  setting: Setting,
): number {
  let startMs = 0;
  const turns: Turn[] = [];
  const words = own.flatMap((utterance) => {
    const shiftMs = startMs;
    startMs += utterance.durationMs + BETWEEN_MS;
    turns.push({
      speaker: 'other',
      startMs: startMs - 0.75 * BETWEEN_MS,
      endMs: startMs - 0.25 * BETWEEN_MS,
      overlap: false,
    });
    return utterance.words[setting].map((word) => ({
      ...word,
      startMs: word.startMs + shiftMs,
      endMs: word.endMs + shiftMs,
    }));
  });
  const values = valuesOf(measureFluency(candidateSpeech(words, turns, 'reader', []), null, 'en'));
  return predict(calibration, values, { evidenceAmount: 800, extraShare: 0 }).raw;
}
