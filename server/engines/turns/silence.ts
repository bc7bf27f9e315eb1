import { endsSentence } from '../../domain/transcript/sentences.ts';
import type { TurnDetector, TurnEnd, TurnSession } from './port.ts';
import { followTurn, type TurnSoFar } from './turn-so-far.ts';
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
  start: ({ language, patienceMs = turnWaitsMs['long-silence'] }) =>
    openSession(language, {
      ...turnWaitsMs,
      silence: Math.min(turnWaitsMs.silence, patienceMs),
      'long-silence': patienceMs,
    }),
});

function openSession(language: string, waitsMs: Record<TurnEnd['reason'], number>): TurnSession {
  let turn: TurnSoFar | undefined;
  return {
    push: () => undefined,
    hear(event) {
      turn = followTurn(turn, event);
    },
    async advance(nowMs) {
      if (turn?.endMs === undefined) return undefined;
      const reason = reasonOf(turn, language);
      if (nowMs - turn.endMs < waitsMs[reason]) return undefined;
      const { startMs, endMs } = turn;
      turn = undefined;
      return { startMs, endMs, atMs: nowMs, reason };
    },
  };
}

/** Only the whole utterance ends a sentence: a part of one is written with a full stop wherever it stops. */
export function reasonOf({ lastWord, isWhole }: TurnSoFar, language: string): TurnEnd['reason'] {
  if (lastWord !== '' && leadsOn(lastWord, language)) return 'long-silence';
  return isWhole && endsSentence(lastWord) ? 'sentence-ended' : 'silence';
}
