import type { WordErrorCalibration } from '../transcript/expected-errors.ts';
import { type Calibrated, type DimensionCalibration, predict, type ScaleCalibration } from './calibration.ts';
import { type CandidateSpeech, counts } from './candidate-speech.ts';
import { tooUncertain, widened } from './certainty.ts';
import {
  dimensionScore,
  doubts,
  extraForDoubt,
  type Measured,
  OTHER_LANGUAGE_EXTRA,
  otherLanguage,
  tooLittleSpeech,
  valuesOf,
  withNorms,
} from './dimension-score.ts';
import { fluencyEvidence } from './fluency-evidence.ts';
import { type ClauseMarks, type Hesitations, hesitationsOf, pausesOf } from './hesitations.ts';
import { wordsPerFloorMinute } from './production.ts';
import { filledPauses, findRepairs, per100Words } from './repair.ts';
import { saidWords } from './said-words.ts';
import {
  articulationRate,
  meanPauseMs,
  meanRunSyllables,
  medianLatencyMs,
  perMinute,
  speechRate,
} from './timing.ts';
import type { Abstention, DimensionScore } from './types.ts';

/** A silence that transcribers of speaking tests mark: two seconds. */
const LONG_PAUSE_MS = 2000;

/** A score with the places where the candidate hesitated. */
export type FluencyResult = DimensionScore & { hesitations: Hesitations };

/**
 * Every measure of fluency. Words taken back in a repair are not counted as said. What needs times is left out where
 * the speech has none.
 */
export function measureFluency(speech: CandidateSpeech, clauses: ClauseMarks, language: string): Measured {
  const repairs = findRepairs(speech);
  const wordCount =
    saidWords(speech.words).length -
    saidWords(repairs.flatMap(({ abandoned }) => abandoned.filter(counts))).length;
  return {
    wordsPerFloorMinute: {
      value: wordsPerFloorMinute(wordCount, speech.floorMs),
      unit: 'words per minute of floor time',
    },
    ...(speech.clock === 'words' ? measureTiming(speech, clauses, language) : {}),
    longPausesPer100Words: {
      value: speech.clock === 'none' ? undefined : per100Words(longPauses(speech, clauses), wordCount),
      unit: 'per 100 words',
    },
    repairsPer100Words: { value: per100Words(repairs.length, wordCount), unit: 'per 100 words' },
    filledPausesPer100Words: {
      value: per100Words(filledPauses(speech).length, wordCount),
      unit: 'per 100 words',
    },
  };
}

const longPauses = (speech: CandidateSpeech, clauses: ClauseMarks): number =>
  pausesOf(speech, clauses).filter((pause) => pause.endMs - pause.startMs >= LONG_PAUSE_MS).length;

function measureTiming(speech: CandidateSpeech, clauses: ClauseMarks, language: string): Measured {
  const pauses = pausesOf(speech, clauses);
  const pausedMs = pauses.reduce((sum, pause) => sum + pause.endMs - pause.startMs, 0);
  const ofSpeech = (count: number) => perMinute(count, speech.speechMs);
  const perMinuteUnit = 'per minute of speech';
  return {
    articulationRate: { value: articulationRate(speech, language), unit: 'syllables/s' },
    speechRate: { value: speechRate(speech, language), unit: 'syllables/s' },
    meanRunSyllables: { value: meanRunSyllables(speech, language), unit: 'syllables' },
    pausesPerMinute: { value: ofSpeech(pauses.length), unit: perMinuteUnit },
    midClausePausesPerMinute: {
      value: clauses ? ofSpeech(pauses.filter(({ midClause }) => midClause).length) : undefined,
      unit: perMinuteUnit,
    },
    endClausePausesPerMinute: {
      value: clauses ? ofSpeech(pauses.filter(({ midClause }) => !midClause).length) : undefined,
      unit: perMinuteUnit,
    },
    pausedShare: {
      value: speech.floorMs > 0 ? pausedMs / speech.floorMs : undefined,
      unit: 'share of floor time',
    },
    meanPauseMs: { value: meanPauseMs(pauses), unit: 'ms' },
    responseLatencyMs: { value: medianLatencyMs(speech.floors), unit: 'ms' },
  };
}

/**
 * Fluency: 0–5 with a 90 % interval, from the times of the candidate's words on the original clock.
 *
 * @param clauses null where no text engine knows the language: pauses are then not told apart by place
 * @returns an abstention under 60 s of speech or 100 scored words, or where so much was misheard that the interval says nothing
 */
export function scoreFluencyOf(
  speech: CandidateSpeech,
  clauses: ClauseMarks,
  language: string,
  calibration: {
    fluency: Calibrated<DimensionCalibration>;
    scale: ScaleCalibration;
    wordErrors: Pick<WordErrorCalibration, 'widen'>;
  },
): FluencyResult | Abstention {
  const abstention = tooLittleSpeech(speech, 'fluency');
  if (abstention) return abstention;
  const measured = measureFluency(speech, clauses, language);
  const foreign = language !== 'en';
  const predicted = predict(calibration.fluency, valuesOf(measured), {
    evidenceAmount: speech.words.length,
    extraShare: extraForDoubt(speech) + (foreign ? OTHER_LANGUAGE_EXTRA : 0),
  });
  const prediction = widened(predicted, 'fluency', speech, calibration.wordErrors);
  const borrowed = foreign ? predicted : undefined;
  const uncertain = tooUncertain(prediction, 'fluency', speech, calibration.scale, borrowed);
  if (uncertain) return uncertain;
  const score = dimensionScore({
    prediction,
    calibration: calibration.fluency,
    scale: calibration.scale,
    features: withNorms(measured, calibration.fluency),
    evidence: fluencyEvidence(speech, pausesOf(speech, clauses), clauses !== null),
    warnings: [
      ...(foreign ? [otherLanguage(language)] : []),
      ...doubts(speech, prediction.score, calibration.fluency),
    ],
  });
  return { ...score, hesitations: hesitationsOf(speech, clauses) };
}
