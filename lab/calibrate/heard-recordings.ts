import { readFileSync } from 'node:fs';
import {
  type DimensionCalibration,
  type Prediction,
  predict,
} from '../../server/domain/scoring/calibration.ts';
import { type CandidateSpeech, candidateSpeech } from '../../server/domain/scoring/candidate-speech.ts';
import {
  extraForDoubt,
  extraForUnknownWords,
  meanConfidence,
  valuesOf,
} from '../../server/domain/scoring/dimension-score.ts';
import { measureFluency } from '../../server/domain/scoring/fluency.ts';
import { pronunciation } from '../../server/domain/scoring/pronunciation.ts';
import { measureVocabulary } from '../../server/domain/scoring/vocabulary.ts';
import { confidenceGate } from '../../server/domain/transcript/confidence-gate.ts';
import type { HeardSpeech } from '../../server/domain/transcript/expected-errors.ts';
import type { AlignedWord, Turn } from '../../server/domain/transcript/types.ts';
import type { TextEngine } from '../../server/engines/text/port.ts';
import { readSpeech } from '../../server/modules/speech/pipeline/read-candidate.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';

/** What lab/bench/asr-hear.ts wrote, of several files one after the other. */
export const readHeard = (paths: readonly string[]): HeardRecording[] =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HeardRecording),
  );

/** As the step that looks for the candidate gives it to `expectedErrors`. */
export const heardSpeechOf = ({ words, speech, snrDb }: HeardRecording): HeardSpeech => ({
  words,
  speechMs: speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  snrDb,
});

export interface Calibrations {
  vocabulary: DimensionCalibration;
  fluency: DimensionCalibration;
  accent: DimensionCalibration;
}

export type Predictions = Record<keyof Calibrations, Prediction | null>;

/** The three scores of one reader, however little was said: only interviews have to be long. */
export function predictionsOf(
  recording: HeardRecording,
  words: readonly AlignedWord[],
  gate: Parameters<typeof confidenceGate>[1],
  calibrations: Calibrations,
  text: TextEngine,
): Predictions {
  const speech = speechOf(recording, confidenceGate(words, gate).words);
  const read = readSpeech(speech, text);
  const evidenceAmount = speech.words.length;
  const sounds = pronunciation(speech.words);
  const located = speech.words.filter((word) => (word.phones?.length ?? 0) > 0).length;
  if (evidenceAmount === 0) return { vocabulary: null, fluency: null, accent: null };
  return {
    vocabulary: predict(
      calibrations.vocabulary,
      valuesOf(measureVocabulary(speech, read.words, text.frequencies ?? null, 'en')),
      { evidenceAmount, extraShare: extraForDoubt(speech) },
    ),
    fluency: predict(calibrations.fluency, valuesOf(measureFluency(speech, read.clauses, 'en')), {
      evidenceAmount,
      extraShare: extraForDoubt(speech),
    }),
    accent: sounds
      ? predict(
          calibrations.accent,
          { ...sounds.features },
          {
            evidenceAmount: sounds.effectivePhones,
            extraShare:
              extraForUnknownWords(speech) +
              (1 - meanConfidence(speech.words)) / 2 +
              (1 - located / evidenceAmount),
          },
        )
      : null,
  };
}

/** Each sentence is a floor of its own: another speaks between two. */
function speechOf(
  { sentences = [], speech }: HeardRecording,
  words: readonly AlignedWord[],
): CandidateSpeech {
  const gapMs = 20_000;
  const shiftOf = (atMs: number) =>
    gapMs *
    Math.max(
      0,
      sentences.findLastIndex(({ startMs }) => startMs <= atMs),
    );
  const shifted = <Span extends { startMs: number; endMs: number }>(span: Span): Span => {
    const byMs = shiftOf((span.startMs + span.endMs) / 2);
    return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
  };
  const turns = sentences.slice(1).map(({ startMs }, index): Turn => {
    const endMs = startMs + (index + 1) * gapMs;
    return { speaker: 'other', startMs: endMs - 0.75 * gapMs, endMs: endMs - 0.25 * gapMs, overlap: false };
  });
  const own = words.map((word) => ({
    ...shifted(word),
    ...(word.phones && { phones: word.phones.map(shifted) }),
    speaker: 'reader',
    overlap: false,
  }));
  return candidateSpeech(own, turns, 'reader', speech.map(shifted));
}
