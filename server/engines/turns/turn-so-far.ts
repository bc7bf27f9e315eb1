import type { StreamingAsrEvent } from '../asr/port.ts';

/** What is known of a turn that has not ended. */
export interface TurnSoFar {
  startMs: number;
  /** Where its last stretch of speech began: words from before it say nothing about the end. */
  speechMs: number;
  /** End of that stretch; undefined while it lasts. */
  endMs: number | undefined;
  /** Up to where words are expected, and up to where all are in. A busy recogniser is seconds behind. */
  words: { dueMs: number; inMs: number };
  /** Last word of that stretch, empty while there is none. */
  lastWord: string;
  /** Whether the word ends the whole stretch, or only the part that has been recognised. */
  isWhole: boolean;
}

/** Follows a stream's events to the turn that is open after each of them; undefined while nobody has spoken. */
export function followTurn(turn: TurnSoFar | undefined, event: StreamingAsrEvent): TurnSoFar | undefined {
  if (event.type === 'speech-start') {
    const speech = { speechMs: event.startMs, endMs: undefined, lastWord: '', isWhole: false };
    const words = turn?.words ?? { dueMs: event.startMs, inMs: event.startMs };
    return { startMs: turn?.startMs ?? event.startMs, words, ...speech };
  }
  if (!turn || event.type === 'speech-likely' || event.type === 'speech-pausing') return turn;
  if (event.type === 'speech-end') {
    return { ...turn, endMs: event.endMs, words: { ...turn.words, dueMs: event.endMs } };
  }
  const inMs = event.type === 'final' ? Math.max(turn.words.inMs, event.endMs) : turn.words.inMs;
  const words = { ...turn.words, inMs };
  if (event.endMs <= turn.speechMs) return { ...turn, words };
  return { ...turn, words, lastWord: event.words.at(-1)?.text ?? '', isWhole: event.type === 'final' };
}
