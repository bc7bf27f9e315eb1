import type { SpokenWord } from '../transcript/types.ts';
import type { CandidateSpeech, Floor, Gap } from './candidate-speech.ts';
import { syllablesOf } from './syllables.ts';

/**
 * Speed and breakdown fluency from word times on the original clock. Pauses are silences of 250 ms or more inside
 * the candidate's floor. Sources: Skehan 2003 for the three aspects; de Jong & Bosker 2013 for the threshold;
 * Suzuki, Kormos & Uchihara 2021 for how each relates to rated fluency; Saito et al. 2018 for where pauses fall.
 */

/** A pause and where it falls. */
export interface PlacedPause extends Gap {
  floor: Floor;
  /** True inside a clause: the speaker stopped for a word, not for a thought. */
  midClause: boolean;
}

/** Words whose time is known to be the candidate's own speech: fillers and unsure words included, overlap not. */
const timed = (word: SpokenWord): boolean => !word.overlap && !word.unsupported;

const isMidSentence = (floor: Floor, gap: Gap): boolean =>
  timed(floor.allWords[gap.beforeWord]!) && timed(floor.allWords[gap.beforeWord - 1]!);

/**
 * Every pause whose neighbours are known, in time order.
 *
 * @param startsClause whether a word of the floor begins a clause; a filler begins what the word after it begins
 */
export function placedPauses(
  speech: CandidateSpeech,
  startsClause: (floor: Floor, word: number) => boolean,
): PlacedPause[] {
  return speech.floors.flatMap((floor) =>
    floor.pauses
      .filter((gap) => isMidSentence(floor, gap))
      .map((gap) => ({ ...gap, floor, midClause: !startsClause(floor, gap.beforeWord) })),
  );
}

/** Events per minute of time; `undefined` without time. */
export const perMinute = (count: number, timeMs: number): number | undefined =>
  timeMs > 0 ? (count * 60_000) / timeMs : undefined;

/** Mean length of pauses in milliseconds; `undefined` without pauses. */
export const meanPauseMs = (pauses: readonly Gap[]): number | undefined =>
  pauses.length === 0
    ? undefined
    : pauses.reduce((sum, pause) => sum + (pause.endMs - pause.startMs), 0) / pauses.length;

/** Syllables of the candidate's scored words. */
export const syllableCount = (speech: CandidateSpeech, language: string): number =>
  speech.words.reduce((sum, word) => sum + syllablesOf(word, language), 0);

/**
 * Articulation rate: syllables per second of time spent articulating scored words, pauses and fillers left out, so
 * that a candidate who stops to think is not measured as one who talks slowly.
 *
 * @returns syllables/s, or `undefined` without timed words
 */
export function articulationRate(speech: CandidateSpeech, language: string): number | undefined {
  const timeMs = speech.words.reduce((sum, word) => sum + Math.max(0, word.endMs - word.startMs), 0);
  return timeMs > 0 ? (syllableCount(speech, language) * 1000) / timeMs : undefined;
}

/** Speech rate: syllables per second of floor time, pauses included; `undefined` without floor time. */
export const speechRate = (speech: CandidateSpeech, language: string): number | undefined =>
  speech.floorMs > 0 ? (syllableCount(speech, language) * 1000) / speech.floorMs : undefined;

/**
 * Mean length of run: syllables of scored words between one break and the next. Breaks are pauses of 250 ms, filled
 * pauses, and the end of the floor; words not known end a run too, and the run they cut is not counted as short:
 * it goes on after them.
 *
 * @returns syllables per run, or `undefined` without runs
 */
export function meanRunSyllables(speech: CandidateSpeech, language: string): number | undefined {
  let runs = 0;
  let syllables = 0;
  for (const floor of speech.floors) {
    const breaksBefore = new Set(floor.pauses.map(({ beforeWord }) => beforeWord));
    let inRun = 0;
    const close = () => {
      if (inRun > 0) runs += 1;
      syllables += inRun;
      inRun = 0;
    };
    floor.allWords.forEach((word, index) => {
      if (breaksBefore.has(index) || word.filler) close();
      if (!word.filler && timed(word)) inRun += syllablesOf(word, language);
    });
    close();
  }
  return runs > 0 ? syllables / runs : undefined;
}

/**
 * Median time from the end of another speaker's turn to the candidate's answer, in milliseconds. Shown, not scored: the interviewer's
 * questions shape it.
 */
export function medianLatencyMs(floors: readonly Floor[]): number | undefined {
  const latencies = floors.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  if (latencies.length === 0) return undefined;
  latencies.sort((a, b) => a - b);
  const middle = latencies.length >> 1;
  return latencies.length % 2 === 1 ? latencies[middle] : (latencies[middle - 1]! + latencies[middle]!) / 2;
}
