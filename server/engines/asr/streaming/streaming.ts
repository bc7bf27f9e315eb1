import { samplesPerMs } from '../../audio/pcm.ts';
import { createSequence } from '../../sequence.ts';
import type { StreamingVad, VadEvent } from '../../vad/port.ts';
import { quietestOffsetMs } from '../decoding/quietest.ts';
import type {
  AsrEngine,
  Recognition,
  SoundRequest,
  StreamingAsr,
  StreamingAsrEvent,
  StreamingAsrSession,
} from '../port.ts';
import { hearSound } from './hear-sound.ts';
import { createRecentSound } from './recent-sound.ts';
import { createUtterances, padMs } from './utterances.ts';

/** Longer speech is divided at the quietest moment of its last 40 %. */
const longestUtteranceMs = 30_000;
const divideFromShare = 0.6;
/** A start of speech is told some 250 ms late and lies up to 120 ms before what was heard. */
const lookBackMs = 1000;
/** Sound is taken in by so much at a time, however much is pushed. */
const pieceMs = 100;
/** With more sound waiting nothing is recognised that may have to be recognised again. */
const lateMs = 1000;

/**
 * A recogniser of files or windows as one of streams: the voice detector opens and closes utterances, and each is recognised by itself
 * once it is closed. While one is open and the recogniser has nothing else to do, what there is of it gives partials.
 */
export function streaming(batch: AsrEngine, vad: StreamingVad): StreamingAsr {
  // A partial of one session must not delay the final of another.
  let underWay = 0;
  const recogniser: Hearing = {
    isIdle: () => underWay === 0,
    async hear(request) {
      underWay++;
      try {
        return await hearSound(batch, request);
      } finally {
        underWay--;
      }
    },
  };
  return {
    id: batch.id,
    languages: batch.languages,
    start(options) {
      if (!batch.languages.includes(options.language)) {
        throw new Error(`The recogniser "${batch.id}" does not know the language "${options.language}".`);
      }
      return openSession(recogniser, vad, options);
    },
  };
}

/** A recogniser that the sessions of a thread share. */
interface Hearing {
  isIdle(): boolean;
  hear(request: SoundRequest): Promise<Recognition>;
}

function openSession(
  recogniser: Hearing,
  vad: StreamingVad,
  { language, hotwords, signal, onEvent }: Parameters<StreamingAsr['start']>[0],
): StreamingAsrSession {
  /** Fires when the session ends for any reason but its regular end. */
  const failed = new AbortController();
  const over = AbortSignal.any([signal, failed.signal]);
  const edges = vad.start({ signal: over });
  const sound = createRecentSound(longestUtteranceMs + lookBackMs + 2 * pieceMs);
  /** Where the open utterance begins; undefined between utterances. */
  let openMs: number | undefined;
  let isLate = false;
  const free = () => sound.free();
  over.addEventListener('abort', free, { once: true });

  const tell = (event: StreamingAsrEvent) => {
    over.throwIfAborted();
    onEvent(event);
  };
  const utterances = createUtterances({
    hear: (samples, until) => recogniser.hear({ samples, language, hotwords, signal: until }),
    isOpen: () => openMs !== undefined,
    fail: (error) => failed.abort(error),
    ...{ sound, over, tell },
  });

  const take = async (event: VadEvent) => {
    tell(event);
    if (event.type === 'speech-pausing') {
      if (openMs !== undefined && !isLate) utterances.startEarly(openMs, event.atMs);
    } else if (event.type === 'speech-start') {
      openMs = event.startMs;
      utterances.begin(openMs);
    } else if (event.type === 'speech-end') {
      const span = { startMs: openMs!, endMs: event.endMs };
      openMs = undefined;
      // Divided behind its last word, nothing is left of it.
      if (span.endMs <= span.startMs) return;
      await utterances.startFinal(span, Math.min(span.endMs + padMs, Math.floor(sound.nowMs())));
    }
  };
  const divide = async (startMs: number) => {
    const fromMs = Math.round(startMs + longestUtteranceMs * divideFromShare);
    const cutMs = fromMs + quietestOffsetMs(sound.between(fromMs, sound.nowMs()));
    await utterances.startFinal({ startMs, endMs: cutMs }, cutMs);
    openMs = cutMs;
  };
  const takePiece = async (piece: Float32Array) => {
    sound.add(piece);
    for (const event of await edges.push(piece)) await take(event);
    const nowMs = sound.nowMs();
    if (openMs !== undefined && nowMs - openMs >= longestUtteranceMs) await divide(openMs);
    const isDue = !isLate && utterances.isPartialDue(nowMs);
    if (openMs !== undefined && recogniser.isIdle() && isDue) utterances.startPartial(openMs);
    sound.forgetBefore((openMs ?? nowMs) - lookBackMs);
  };

  const calls = createCalls(over, failed);

  return {
    push: (samples, waitingMs = 0) =>
      calls.during(async () => {
        isLate = waitingMs > lateMs;
        const size = pieceMs * samplesPerMs;
        for (let at = 0; at < samples.length; at += size) await takePiece(samples.subarray(at, at + size));
      }),
    end: () =>
      calls.during(async () => {
        for (const event of await edges.end()) await take(event);
        await utterances.end();
        calls.end();
        over.removeEventListener('abort', free);
        free();
      }),
  };
}

/** One call after the other; the first that fails is the reason of all later ones. */
function createCalls(over: AbortSignal, failed: AbortController) {
  const inSequence = createSequence();
  let ended = false;
  return {
    during: <T>(task: () => Promise<T>): Promise<T> =>
      inSequence(async () => {
        over.throwIfAborted();
        if (ended) throw new Error('This stream of sound has ended: start another.');
        try {
          const result = await task();
          over.throwIfAborted();
          return result;
        } catch (error) {
          if (!over.aborted) failed.abort(error);
          throw over.reason;
        }
      }),
    end() {
      ended = true;
    },
  };
}
