import { joinWords } from '../transcript/join-words.ts';
import type { SpokenWord } from '../transcript/types.ts';
import type { CandidateSpeech, Floor } from './candidate-speech.ts';
import { quotation } from './quotation.ts';
import { filledPauses, findRepairs, type Repair } from './repair.ts';
import { isDoubtful, surelyHeard } from './surely-heard.ts';
import { type PlacedPause, placedPauses } from './timing.ts';

/** Which words of which floor begin a clause, floors in the order of `CandidateSpeech.floors`; null when unknown. */
export type ClauseMarks = readonly (readonly boolean[])[] | null;

/**
 * Where the candidate hesitated, to be shown and listened to. Each list is cut to `MAX_LISTED`, `counts` are whole: repairs of words
 * that may be misheard are counted and not listed.
 */
export interface Hesitations {
  counts: { pauses: number; fillers: number; repairs: number };
  /** The longest, in time order. */
  pauses: {
    startMs: number;
    endMs: number;
    /** `unknown` where no text engine knows the language. */
    place: 'midClause' | 'endClause' | 'unknown';
    /** Last words before it and first words after it, doubtful ones as `[word?]`. */
    before: string;
    after: string;
  }[];
  fillers: { text: string; startMs: number; endMs: number }[];
  /** `text` is everything from the first attempt to the end of the second, `abandoned` what was taken back. */
  repairs: { kind: Repair['kind']; text: string; abandoned: string; startMs: number; endMs: number }[];
}

/** Keeps a poll answer small: three quarters of an hour of very hesitant speech has about a thousand pauses. */
const MAX_LISTED = 300;

/** Words shown to either side of a pause. */
const WORDS_AROUND = 3;

/** Every pause with its place, in time order. A filler after a pause belongs to the word it stands before. */
export function pausesOf(speech: CandidateSpeech, clauses: ClauseMarks): PlacedPause[] {
  const floorNumber = new Map<Floor, number>(speech.floors.map((floor, index) => [floor, index]));
  return placedPauses(speech, (floor, word) => {
    let at = word;
    while (floor.allWords[at]?.filler && at + 1 < floor.allWords.length) at += 1;
    return clauses?.[floorNumber.get(floor)!]?.[at] ?? false;
  });
}

export function hesitationsOf(speech: CandidateSpeech, clauses: ClauseMarks): Hesitations {
  const pauses = pausesOf(speech, clauses);
  const fillers = filledPauses(speech);
  const repairs = findRepairs(speech);
  const sure = surelyHeard(speech);
  const listed = repairs.filter(({ words }) => words.every((word) => sure.has(word)));
  const longest = pauses
    .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs) || a.startMs - b.startMs)
    .slice(0, MAX_LISTED)
    .toSorted((a, b) => a.startMs - b.startMs);
  return {
    counts: { pauses: pauses.length, fillers: fillers.length, repairs: repairs.length },
    pauses: longest.map(({ startMs, endMs, floor, beforeWord, midClause }) => ({
      startMs,
      endMs,
      place: clauses === null ? 'unknown' : midClause ? 'midClause' : 'endClause',
      before: textOf(floor.allWords.slice(Math.max(0, beforeWord - WORDS_AROUND), beforeWord)),
      after: textOf(floor.allWords.slice(beforeWord, beforeWord + WORDS_AROUND)),
    })),
    fillers: fillers.slice(0, MAX_LISTED).map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    repairs: listed.slice(0, MAX_LISTED).map(({ kind, words, abandoned }) => ({
      kind,
      ...quotation(words, 0, words.length - 1, 0, sure),
      abandoned: textOf(abandoned),
    })),
  };
}

const textOf = (words: readonly SpokenWord[]): string =>
  joinWords(words.map((word) => (isDoubtful(word) ? `[${word.text}?]` : word.text)));
