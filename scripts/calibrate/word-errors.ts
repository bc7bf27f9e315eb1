import { measuredLostBelow } from '../../server/domain/transcript/confidence-gate.ts';
import type { WordErrorCalibration } from '../../server/domain/transcript/expected-errors.ts';
import { moonshineThresholds } from '../../server/engines/asr/moonshine/engine.ts';
import type { Calibration } from '../../server/engines/calibration/port.ts';
import { createEnglishText } from '../../server/engines/text/english.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';
import { crossCheck } from './check-heard.ts';
import { casesOf, dimensions, fitErrors, fitWidths } from './from-heard.ts';
import type { Random } from './random.ts';
import { tidy } from './ridge.ts';

/** With fewer, the twentieth beyond each side of an interval is nobody. */
const MIN_READERS = 40;

/** word-errors.json, with what it does for people it was not fitted on. Prints the figures. */
export function calibrateFromHeard(
  recordings: readonly HeardRecording[],
  { vocabulary, fluency, accentStates }: Calibration,
  seedRandom: () => Random,
): WordErrorCalibration {
  const gate = {
    lostBelow: measuredLostBelow,
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
