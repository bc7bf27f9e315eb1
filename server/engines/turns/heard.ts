import { createRecentSound } from '../asr/streaming/recent-sound.ts';
import { samplesPerMs } from '../audio/pcm.ts';
import { loudFrom, quietMs } from './end-of-sound.ts';
import { type EndOfTurn, heardMs } from './end-of-turn.ts';
import { reasonOf } from './last-word.ts';
import type { TurnDetector, TurnEnd, TurnSession } from './port.ts';
import { followTurn, type TurnSoFar } from './turn-so-far.ts';

/**
 * Speech that sounded this finished, and whose words end a sentence, is answered soon. From .85 on about 5 % of people's own pauses inside a
 * sentence are taken for its end, and half of the ends: scripts/bench/README.md, "turns".
 */
export const finishedFrom = 0.85;
/** Silence behind it, ms: as soon as the end of speech is certain and the recogniser has its last words. */
export const finishedWaitMs = 500;
/**
 * Less sure, but likely: the words end a sentence and the sound says so from here on; or, in languages where that has been measured, the
 * sound alone from there on. Three of five ends pass one of the limits and 3 % of people's pauses: scripts/bench/README.md, "turns".
 */
export const likelyFrom = { withWords: 0.7, alone: 0.95 };
const soundAloneIn: ReadonlySet<string> = new Set(['en']);
/** Silence behind it, ms. */
export const likelyWaitMs = 800;
/** Silence behind everything else, ms, unless the persona has a patience of its own. */
export const defaultPatienceMs = 1800;
/** Silence waited for behind what sounds and reads finished, or is likely to be; undefined behind everything else. */
export function behindFinishedMs(
  reason: TurnEnd['reason'],
  probability: number,
  language: string,
): number | undefined {
  const reads = reason === 'sentence-ended';
  if (reads && probability >= finishedFrom) return finishedWaitMs;
  const isLikely = reads
    ? probability >= likelyFrom.withWords
    : reason === 'silence' && soundAloneIn.has(language) && probability >= likelyFrom.alone;
  return isLikely ? likelyWaitMs : undefined;
}

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
 * from the last loud sound: that is what people wait from. A turn never ends before its last words are there.
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
  /** What is loud beside the turn's last speech, until sound of that kind has been waited for once. */
  let loud: number | undefined;

  /** Takes the end of the sound for the end of speech. */
  const endOfSound = (open: TurnSoFar, endMs: number): TurnSoFar => {
    const nowMs = sound.nowMs();
    const speech = sound.between(Math.max(open.speechMs, endMs - lookMs.speech), endMs);
    loud = loudFrom(speech, sound.between(nowMs - lookMs.silence, nowMs));
    const quiet = quietMs(sound.between(endMs - endLateMs, nowMs), loud);
    if (quiet === undefined) return open;
    return { ...open, endMs: Math.round(Math.min(endMs, nowMs - quiet)) };
  };

  /** Somebody seems to go on at this very moment: the voice detector is given the time to tell. */
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
    const known = behindFinishedMs(reason, await probability!, language);
    return known === undefined ? patienceMs : Math.min(known, patienceMs);
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
        turn = endOfSound(turn, event.endMs);
        const { endMs } = turn;
        probability = network.probability(sound.between(endMs! - heardMs, endMs! + heardSilenceMs));
        // Whoever asks for it next is told.
        probability.catch(() => undefined);
      }
    },
    async advance(nowMs) {
      const open = turn;
      if (open?.endMs === undefined || nowMs < likelyUntilMs) return undefined;
      // Who takes the turn needs all of its words.
      if (open.words.inMs < open.words.dueMs) return undefined;
      if (nowMs - open.endMs < Math.min(finishedWaitMs, patienceMs)) return undefined;
      if (nowMs - open.endMs < (await waitMs(open)) || turn !== open || goesOn()) return undefined;
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
