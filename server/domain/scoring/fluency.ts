import { type Calibrated, type DimensionCalibration, predict, type ScaleCalibration } from './calibration.ts';
import { type CandidateSpeech, counts, type Floor, MIN_PAUSE_MS } from './candidate-speech.ts';
import {
  dimensionScore,
  extraForDoubt,
  type Measured,
  OTHER_LANGUAGE_EXTRA,
  tooLittleSpeech,
  valuesOf,
  withNorms,
} from './dimension-score.ts';
import { wordsPerFloorMinute } from './production.ts';
import { quotation } from './quotation.ts';
import { filledPauses, findRepairs, per100Words } from './repair.ts';
import {
  articulationRate,
  meanPauseMs,
  meanRunSyllables,
  medianLatencyMs,
  type PlacedPause,
  perMinute,
  placedPauses,
  speechRate,
} from './timing.ts';
import type { Abstention, DimensionScore, Evidence } from './types.ts';

/** A silence that transcribers of speaking tests mark: two seconds. */
const LONG_PAUSE_MS = 2000;

/** Which words of which floor begin a clause, floors in the order of `CandidateSpeech.floors`; null when unknown. */
export type ClauseMarks = readonly (readonly boolean[])[] | null;

/**
 * Every measure of fluency. Words taken back in a repair are not counted as said. What needs times is left out where
 * the speech has none.
 */
export function measureFluency(speech: CandidateSpeech, clauses: ClauseMarks, language: string): Measured {
  const repairs = findRepairs(speech);
  const wordCount = speech.words.length - repairs.flatMap(({ abandoned }) => abandoned.filter(counts)).length;
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
 * @returns an abstention under 60 s of speech or 100 scored words
 */
export function scoreFluencyOf(
  speech: CandidateSpeech,
  clauses: ClauseMarks,
  language: string,
  calibration: { fluency: Calibrated<DimensionCalibration>; scale: ScaleCalibration },
): DimensionScore | Abstention {
  const abstention = tooLittleSpeech(speech, 'fluency');
  if (abstention) return abstention;
  const measured = measureFluency(speech, clauses, language);
  const foreign = language !== 'en';
  const prediction = predict(calibration.fluency, valuesOf(measured), {
    evidenceAmount: speech.words.length,
    extraShare: extraForDoubt(speech) + (foreign ? OTHER_LANGUAGE_EXTRA : 0),
  });
  return dimensionScore({
    prediction,
    calibration: calibration.fluency,
    scale: calibration.scale,
    features: withNorms(measured, calibration.fluency),
    evidence: fluencyEvidence(speech, pausesOf(speech, clauses)),
    warnings: foreign
      ? [`The norms come from English interviews; for "${language}" the interval is wider.`]
      : [],
  });
}

function pausesOf(speech: CandidateSpeech, clauses: ClauseMarks): PlacedPause[] {
  const floorNumber = new Map<Floor, number>(speech.floors.map((floor, index) => [floor, index]));
  return placedPauses(speech, (floor, word) => {
    // A filler after the pause belongs to the word it stands before.
    let at = word;
    while (floor.allWords[at]?.filler && at + 1 < floor.allWords.length) at += 1;
    return clauses?.[floorNumber.get(floor)!]?.[at] ?? false;
  });
}

/** The longest pauses inside a clause, repairs, and the longest run without a break. */
function fluencyEvidence(speech: CandidateSpeech, pauses: readonly PlacedPause[]): Evidence[] {
  const lengthMs = (pause: PlacedPause) => pause.endMs - pause.startMs;
  const longest = pauses
    .filter((pause) => pause.midClause && lengthMs(pause) >= 2 * MIN_PAUSE_MS)
    .toSorted((a, b) => lengthMs(b) - lengthMs(a) || a.startMs - b.startMs)
    .slice(0, 3)
    .map(
      (pause): Evidence => ({
        ...quotation(pause.floor.allWords, pause.beforeWord - 1, pause.beforeWord, 3),
        feature: 'midClausePausesPerMinute',
        note: `a pause of ${(lengthMs(pause) / 1000).toFixed(1)} s before "${pause.floor.allWords[pause.beforeWord]!.text}"`,
      }),
    );
  const repairs = findRepairs(speech)
    .slice(0, 2)
    .map(
      ({ kind, words }): Evidence => ({
        ...quotation(words, 0, words.length - 1, 0),
        feature: 'repairsPer100Words',
        note: kind === 'repetition' ? 'said again' : 'begun anew',
      }),
    );
  return [...longest, ...repairs, ...longestRun(speech)];
}

function longestRun(speech: CandidateSpeech): Evidence[] {
  let best: { floor: Floor; from: number; to: number } | undefined;
  for (const floor of speech.floors) {
    const breaks = new Set(floor.pauses.map(({ beforeWord }) => beforeWord));
    let from = 0;
    for (let index = 0; index <= floor.allWords.length; index += 1) {
      const word = floor.allWords[index];
      if (word && !breaks.has(index) && !word.filler && !word.unsupported && !word.overlap) continue;
      if (index - from > (best ? best.to - best.from + 1 : 7)) best = { floor, from, to: index - 1 };
      from =
        word && breaks.has(index) && !word.filler && !word.unsupported && !word.overlap ? index : index + 1;
    }
  }
  if (!best) return [];
  return [
    {
      ...quotation(best.floor.allWords, best.from, best.to, 0),
      feature: 'meanRunSyllables',
      note: `${best.to - best.from + 1} words without a break`,
    },
  ];
}
