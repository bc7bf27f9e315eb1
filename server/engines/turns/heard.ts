import { createRecentSound } from '../asr/streaming/recent-sound.ts';
import { samplesPerMs } from '../audio/pcm.ts';
import { type EndOfTurn, heardMs } from './end-of-turn.ts';
import { reasonOf } from './last-word.ts';
import type { TurnDetector, TurnSession } from './port.ts';
import { followTurn, type TurnSoFar } from './turn-so-far.ts';

/**
 * Speech that sounded this finished, and whose words end a sentence, is answered soon. Chosen on one half of real recordings so that at
 * most 5 % of pauses inside a sentence are taken for its end, told on the other: scripts/bench/README.md, "turns".
 */
export const finishedFrom = 0.9;
/** Silence behind it, ms: enough for the recogniser's last words. */
export const finishedWaitMs = 500;
/** Silence behind everything else, ms, unless the persona has a patience of its own. */
export const defaultPatienceMs = 1800;
/** Sound like speech is waited for: it is speech within this, or nothing. */
const likelyForMs = 350;
/** Behind a hesitation or a word that leads on, at least this. */
const leadsOnWaitMs = 2500;

/**
 * Turns judged by how they sounded and by their last word. A network hears the last seconds once the voice detector tells of the end
 * of speech, some 200 ms behind it; its answer is waited for, so that the same sound gives the same turns at any speed.
 */
export const createHeardTurns = (network: EndOfTurn): TurnDetector => ({
  id: 'sound-and-words',
  start: ({ language, patienceMs = defaultPatienceMs }) => openSession(network, { language, patienceMs }),
});

function openSession(
  network: EndOfTurn,
  { language, patienceMs }: { language: string; patienceMs: number },
): TurnSession {
  // Twice as much as is heard: then old sound is moved out of the way once in 8 s only.
  const sound = createRecentSound(2 * heardMs);
  let turn: TurnSoFar | undefined;
  let probability: Promise<number> | undefined;
  /** Somebody has probably begun to speak again. */
  let likelyUntilMs = 0;

  const waitMs = async (open: TurnSoFar): Promise<number> => {
    const reason = reasonOf(open, language);
    if (reason === 'long-silence') return Math.max(patienceMs, leadsOnWaitMs);
    const isFinished = reason === 'sentence-ended' && (await probability!) >= finishedFrom;
    return isFinished ? Math.min(finishedWaitMs, patienceMs) : patienceMs;
  };

  return {
    push(samples) {
      for (let at = 0; at < samples.length; at += heardMs * samplesPerMs) {
        const some = samples.subarray(at, at + heardMs * samplesPerMs);
        if (sound.heldMs() + some.length / samplesPerMs > 2 * heardMs)
          sound.forgetBefore(sound.nowMs() - heardMs);
        sound.add(some);
      }
    },
    hear(event) {
      turn = followTurn(turn, event);
      if (event.type === 'speech-likely') likelyUntilMs = sound.nowMs() + likelyForMs;
      if (event.type === 'speech-start') probability = undefined;
      if (event.type === 'speech-end' && turn) {
        probability = network.probability(sound.between(sound.nowMs() - heardMs, sound.nowMs()));
        // Whoever asks for it next is told.
        probability.catch(() => undefined);
      }
    },
    async advance(nowMs) {
      const open = turn;
      if (open?.endMs === undefined || nowMs < likelyUntilMs) return undefined;
      if (nowMs - open.endMs < Math.min(finishedWaitMs, patienceMs)) return undefined;
      if (nowMs - open.endMs < (await waitMs(open)) || turn !== open) return undefined;
      turn = undefined;
      const { startMs, endMs } = open;
      return {
        startMs,
        endMs,
        atMs: nowMs,
        reason: reasonOf(open, language),
        probability: await probability!,
      };
    },
  };
}
