import { measuredLostBelow } from '../../server/domain/transcript/confidence-gate.ts';
import {
  type ErrorModel,
  expectedErrors,
  type WordErrorCalibration,
} from '../../server/domain/transcript/expected-errors.ts';
import { moonshineThresholds } from '../../server/engines/asr/moonshine/engine.ts';
import type { Calibration } from '../../server/engines/calibration/port.ts';
import { createEnglishText } from '../../server/engines/text/english.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';
import { crossCheck } from './check-heard.ts';
import { type Case, casesInAnyLanguage, casesOf, dimensions, fitErrors, fitWidths } from './from-heard.ts';
import type { Random } from './random.ts';
import { correlation, mean, tidy } from './ridge.ts';

/** With fewer, the twentieth beyond each side of an interval is less than one reader. */
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
      `Widths need ${MIN_READERS} learners; these recordings have ${read}: node lab/bench/asr-hear.ts OUT.jsonl --group learner.`,
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
      `Fitted by lab/calibrate.ts on what lab/bench/asr-hear.ts heard: ${cases.length} recordings of ${speakers} people, learners (speechocean762) and fluent speakers, ${recordings.filter(({ noiseDb }) => noiseDb !== null).length} of them with pink noise.`,
      'The square root of the word error rate from the words’ confidences, their fit to the sound, speech without words and the signal-to-noise ratio; ridge with signs bound to their meaning. The interval holds 90 % of these recordings.',
      "Widths: what has to be added to the square of a dimension's own interval, so that 10 % of the readers lie outside, among the recordings nearest in expected errors; nothing where it holds more already. Accent against half of the experts' accuracy, fluency against the experts' fluency brought to the scale by mean and spread, vocabulary against the score of the text that was read.",
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

/** Halves of the people that the figures are the mean of. */
const SPLITS = 20;

/** word-errors-whisper.json: the share of words that Whisper mishears, in whatever language. Prints the figures. */
export function calibrateWhisper(
  recordings: readonly HeardRecording[],
  seedRandom: () => Random,
): ErrorModel {
  const cases = casesInAnyLanguage(recordings);
  const people = [...new Set(cases.map(({ who }) => who))];
  const random = seedRandom();
  const told = Array.from({ length: SPLITS }, () => {
    const half = new Set(random.shuffle(people).slice(0, Math.floor(people.length / 2)));
    const errors = fitErrors(cases.filter(({ who }) => half.has(who)));
    return cases.filter(({ who }) => !half.has(who)).map((one) => judge(one, errors));
  }).flat();
  const languages = [...new Set(recordings.map(({ language }) => language ?? 'en'))].sort();
  const byLanguage = Map.groupBy(told, ({ who }) => (languages.includes(who) ? who : 'en'));
  console.table(Object.fromEntries([...byLanguage].map(([language, own]) => [language, figuresOf(own)])));
  const { correlation: r, coverage90, meanAbsoluteError } = figuresOf(told);
  console.log({ r, coverage90, meanAbsoluteError });
  return {
    id: 'word-errors-whisper-1',
    method: [
      `Fitted by lab/calibrate.ts on what lab/bench/asr-hear.ts heard with whisper-base in 8 bits: ${cases.length} recordings, learners (speechocean762), fluent speakers of English, and clips in ${languages.filter((code) => code !== 'en').join(', ')} (FLEURS), ${recordings.filter(({ noiseDb }) => noiseDb !== null).length} of them with pink noise.`,
      'The square root of the word error rate (of characters in Japanese) from the words’ confidences, speech without words and the signal-to-noise ratio; ridge with signs bound to their meaning. The interval holds 90 % of these recordings.',
      'Under `measured`: people who took no part in the fit, mean over 20 halves; all people of a language other than English stand in the same half. Not measured: other sizes, spontaneous speech, the ten languages without recordings.',
    ],
    ...fitErrors(cases),
    measured: {
      recordings: cases.length,
      people: people.length,
      correlation: r,
      coverage90,
      meanAbsoluteError,
    },
  };
}

const judge = ({ who, heard, rate }: Case, errors: Parameters<typeof expectedErrors>[1]) => {
  const expected = expectedErrors(heard, errors)!;
  return {
    who,
    rate,
    expected: expected.rate,
    inside: expected.interval[0] <= rate && rate <= expected.interval[1],
  };
};

const figuresOf = (told: readonly ReturnType<typeof judge>[]) => ({
  recordings: told.length / (SPLITS / 2),
  rate: tidy(mean(told.map(({ rate }) => rate))),
  expected: tidy(mean(told.map(({ expected }) => expected))),
  correlation: tidy(
    correlation(
      told.map(({ expected }) => expected),
      told.map(({ rate }) => rate),
    ),
  ),
  coverage90: tidy(mean(told.map(({ inside }) => (inside ? 1 : 0)))),
  meanAbsoluteError: tidy(mean(told.map(({ rate, expected }) => Math.abs(expected - rate)))),
});
