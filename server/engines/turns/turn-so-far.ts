import type { StreamingAsrEvent } from '../asr/port.ts';

/** What is known of a turn that has not ended. */
export interface TurnSoFar {
  startMs: number;
  /** Where its last stretch of speech began: words from before it say nothing about the end. */
  speechMs: number;
  /** End of that stretch; undefined while it lasts. */
  endMs: number | undefined;
  /** Last word of that stretch, empty while there is none. */
  lastWord: string;
  /** The recogniser's confidence in it, 0–1. */
  lastConfidence: number;
  /** How long it lasts, ms. */
  lastWordMs: number;
  /** Whether a sentence ends behind it (`Recognition.sentenceEnd`); 0 where that is not known. */
  sentenceEnd: number;
  /** Up to here its words are final. */
  finalMs: number;
  /** All words of the stretch are final, so that the last of them ends it. */
  isWhole: boolean;
}

/** Follows a stream's events to the turn that is open after each of them; undefined before the first speech. */
export function followTurn(turn: TurnSoFar | undefined, event: StreamingAsrEvent): TurnSoFar | undefined {
  if (event.type === 'speech-start') {
    const { startMs } = turn ?? event;
    const stretch = {
      endMs: undefined,
      lastWord: '',
      lastConfidence: 0,
      lastWordMs: 0,
      sentenceEnd: 0,
      finalMs: event.startMs,
      isWhole: false,
    };
    return { startMs, speechMs: event.startMs, ...stretch };
  }
  if (!turn || event.type === 'speech-likely' || event.type === 'speech-pausing') return turn;
  if (event.type === 'speech-end') {
    return { ...turn, endMs: event.endMs, isWhole: turn.finalMs >= event.endMs };
  }
  if (event.endMs <= turn.speechMs) return turn;
  const last = event.words.at(-1);
  const heard = {
    ...turn,
    lastWord: last?.text ?? '',
    lastConfidence: last?.confidence ?? 0,
    lastWordMs: last ? last.endMs - last.startMs : 0,
    sentenceEnd: event.sentenceEnd ?? 0,
  };
  if (event.type === 'partial') return heard;
  return { ...heard, finalMs: event.endMs, isWhole: turn.endMs !== undefined && event.endMs >= turn.endMs };
}
