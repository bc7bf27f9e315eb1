import { createRecentSound } from '../asr/streaming/recent-sound.ts';
import { samplesPerMs } from '../audio/pcm.ts';
import { loudFrom, quietMs } from './end-of-sound.ts';
import { type EndOfTurn, heardMs } from './end-of-turn.ts';
import { behindFinishedMs, drawlOf, finishedWaitMs } from './finished.ts';
import { reasonOf } from './last-word.ts';
import type { TurnDetector, TurnSession } from './port.ts';
import { followTurn, type TurnSoFar } from './turn-so-far.ts';

/** Silence behind everything else, ms, unless the persona has a patience of its own. */
export const defaultPatienceMs = 1800;
/** Sound like speech is waited for: it is speech within this, or nothing. */
const likelyForMs = 350;
/** What the network hears behind the last sound, as it was trained: with half a second of silence it takes every third pause for an end. */
const heardSilenceMs = 200;
/** The voice detector's end of speech lies behind the end of its sound, by no more than this. */
const endLateMs = 400;
/** Loudness is looked at in so much: of speech before its end, of silence behind it, of what may be speech again. */
const lookMs = { speech: 2000, silence: 150, again: 80 };
/** Behind a hesitation or a word that leads on, at least this. */
const leadsOnWaitMs = 2500;

/**
 * Turns judged by how they sounded and by their last word. A network hears the last seconds once the voice detector tells of the end
 * of speech, some 200 ms behind it; its answer is waited for, so that the same sound gives the same turns at any speed. Silence is counted
 * from the last loud sound: that is what people wait from.
 */
export const createHeardTurns = (network: EndOfTurn): TurnDetector => ({
  id: 'sound-and-words',
  start: ({ language, recogniser = '', patienceMs = defaultPatienceMs }) =>
    openSession(network, { language, recogniser, patienceMs }),
});

function openSession(
  network: EndOfTurn,
  { language, recogniser, patienceMs }: { language: string; recogniser: string; patienceMs: number },
): TurnSession {
  // Twice as much as is heard: then old sound is moved out of the way once in 8 s only.
  const sound = createRecentSound(2 * heardMs);
  let turn: TurnSoFar | undefined;
  let probability: Promise<number> | undefined;
  /** Until then the speaker has probably begun again. */
  let likelyUntilMs = 0;
  /** What is loud beside the turn's last speech, until sound of that kind has been waited for once. */
  let loud: number | undefined;
  /** End of the turn's last sound, which lies before the detector's end of speech. */
  let soundEndMs = 0;

  const endOfSound = (open: TurnSoFar, endMs: number): number => {
    const nowMs = sound.nowMs();
    const speech = sound.between(Math.max(open.speechMs, endMs - lookMs.speech), endMs);
    loud = loudFrom(speech, sound.between(nowMs - lookMs.silence, nowMs));
    const quiet = quietMs(sound.between(endMs - endLateMs, nowMs), loud);
    return quiet === undefined ? endMs : Math.round(Math.min(endMs, nowMs - quiet));
  };

  /** The speaker seems to go on at this very moment: the voice detector gets the time to tell. */
  const goesOn = (): boolean => {
    const nowMs = sound.nowMs();
    if (loud === undefined || quietMs(sound.between(nowMs - lookMs.again, nowMs), loud) === undefined)
      return false;
    loud = undefined;
    likelyUntilMs = nowMs + likelyForMs;
    return true;
  };

  const waitMs = async (open: TurnSoFar): Promise<number> => {
    const reason = reasonOf(open, language);
    if (reason === 'long-silence') return Math.max(patienceMs, leadsOnWaitMs);
    const { lastConfidence: confidence, sentenceEnd } = open;
    const drawl = drawlOf(open.lastWord, open.lastWordMs);
    const end = { reason, probability: await probability!, confidence, sentenceEnd, drawl };
    const known = behindFinishedMs(end, { language, recogniser });
    return known === undefined ? patienceMs : Math.min(known, patienceMs);
  };

  return {
    push: (samples) => addSound(sound, samples),
    hear(event) {
      turn = followTurn(turn, event);
      if (event.type === 'speech-likely') likelyUntilMs = sound.nowMs() + likelyForMs;
      if (event.type === 'speech-start') probability = undefined;
      if (event.type === 'speech-end' && turn) {
        soundEndMs = endOfSound(turn, event.endMs);
        probability = network.probability(sound.between(soundEndMs - heardMs, soundEndMs + heardSilenceMs));
        // The next caller that awaits it gets the error.
        probability.catch(() => undefined);
      }
    },
    async advance(nowMs) {
      const open = turn;
      // Its words may be late. Those behind its end would belong to no turn.
      if (!open?.isWhole || nowMs < likelyUntilMs) return undefined;
      const endMs = soundEndMs;
      if (nowMs - endMs < Math.min(finishedWaitMs, patienceMs)) return undefined;
      if (nowMs - endMs < (await waitMs(open)) || turn !== open || goesOn()) return undefined;
      turn = undefined;
      return {
        startMs: open.startMs,
        endMs,
        atMs: nowMs,
        reason: reasonOf(open, language),
        probability: await probability!,
      };
    },
  };
}

/** However much comes at once, no more than twice what the network hears is held. */
function addSound(sound: ReturnType<typeof createRecentSound>, samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += heardMs * samplesPerMs) {
    const some = samples.subarray(at, at + heardMs * samplesPerMs);
    if (sound.heldMs() + some.length / samplesPerMs > 2 * heardMs)
      sound.forgetBefore(sound.nowMs() - heardMs);
    sound.add(some);
  }
}
