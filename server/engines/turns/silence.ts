import { endsSentence } from '../../domain/transcript/sentences.ts';
import type { TurnDetector, TurnEnd, TurnSession } from './port.ts';
import { leadsOn } from './unfinished.ts';

/**
 * Silence after speech that ends a turn, ms, by what was said last. Chosen, not measured. In talk the next speaker begins some 200 ms
 * after the last on average (Stivers et al. 2009), but who thinks in an interview must not be interrupted.
 */
export const turnWaitsMs = {
  'sentence-ended': 700,
  silence: 1200,
  'long-silence': 2500,
} as const satisfies Record<TurnEnd['reason'], number>;

/** Turns that end with a silence: a short one behind a whole sentence, a long one behind words that lead on. */
export const createSilenceTurns = (): TurnDetector => ({
  id: 'silence-and-words',
  start: ({ language }) => openSession(language),
});

function openSession(language: string): TurnSession {
  /** The turn so far; undefined until somebody speaks, and again once it has ended. */
  let turn:
    | { startMs: number; speechMs: number; endMs: number | undefined; reason: TurnEnd['reason'] }
    | undefined;
  return {
    hear(event) {
      if (event.type === 'speech-start') {
        // What was said before this speech says nothing about its end.
        const said = { speechMs: event.startMs, endMs: undefined, reason: 'silence' as const };
        turn = { startMs: turn?.startMs ?? event.startMs, ...said };
      } else if (event.type === 'speech-end') {
        if (turn) turn.endMs = event.endMs;
      } else if (turn && event.endMs > turn.speechMs) {
        const last = event.words.at(-1)?.text ?? '';
        turn.reason = reasonOf(last, language, event.type === 'final');
      }
    },
    advance(nowMs) {
      if (turn?.endMs === undefined || nowMs - turn.endMs < turnWaitsMs[turn.reason]) return undefined;
      const { startMs, endMs, reason } = turn;
      turn = undefined;
      return { startMs, endMs, atMs: nowMs, reason };
    },
  };
}

/** Only the whole utterance ends a sentence: a part of one is written with a full stop wherever it stops. */
function reasonOf(lastWord: string, language: string, isWhole: boolean): TurnEnd['reason'] {
  if (lastWord !== '' && leadsOn(lastWord, language)) return 'long-silence';
  return isWhole && endsSentence(lastWord) ? 'sentence-ended' : 'silence';
}
