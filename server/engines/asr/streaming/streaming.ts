import type { Span } from '../../../domain/transcript/types.ts';
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

/** Longer speech is divided at the quietest moment of its last 40 %. */
const longestUtteranceMs = 30_000;
const divideFromShare = 0.6;
/** Sound kept around an utterance: the voice detector is late and early by what a soft consonant lasts. */
const padMs = 200;
/** A start of speech is told some 250 ms late and lies up to 120 ms before what was heard. */
const lookBackMs = 1000;
/** Sound is taken in by so much at a time, however much is pushed. */
const pieceMs = 100;
/** Sound that may be missing at the end of what was recognised early: the padding of the edge, less what told of the pause. */
const earlyShortMs = 40;
/**
 * Silence put behind it, as much as the sound of a whole utterance has: without it, of 24 learners' sentences, recognition wrote a stop
 * behind 19 and misheard more last words; with it behind 24, and without recognising early behind 21.
 */
const earlyBehindMs = 224;
/** New sound since the last partial began; where one takes long, it rests for as long: half of the time belongs to words that stay. */
const partialEveryMs = 400;
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

type UtteranceEvent = StreamingAsrEvent & { type: 'partial' | 'final' };

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
  const inSequence = createSequence();
  /** Fires when the session ends for any reason but its regular end. */
  const failed = new AbortController();
  const over = AbortSignal.any([signal, failed.signal]);
  const edges = vad.start({ signal: over });
  const sound = createRecentSound(longestUtteranceMs + lookBackMs + 2 * pieceMs);
  /** Where the open utterance begins; undefined between utterances. */
  let openMs: number | undefined;
  /** Up to here the stream's sound has been given to the recogniser. */
  let doneMs = 0;
  let partialFromMs = 0;
  let partialRestMs = 0;
  let isLate = false;
  let partial: { stop: AbortController; ended: Promise<void> } | undefined;
  /** Recognition that began when the speech paused: with luck that was its end, and nothing has to be heard again. */
  let early: { untilMs: number; stop: AbortController; heard: Promise<UtteranceEvent> } | undefined;
  let final: Promise<void> | undefined;
  let ended = false;

  const free = () => sound.free();
  over.addEventListener('abort', free, { once: true });

  const tell = (event: StreamingAsrEvent) => {
    over.throwIfAborted();
    onEvent(event);
  };
  /** What has an utterance recognised; its sound is read now, for later it is forgotten. */
  const ready = (type: 'partial' | 'final', { startMs, endMs }: Span, untilMs: number, behindMs = 0) => {
    const fromMs = Math.max(doneMs, startMs - padMs);
    const said = sound.between(fromMs, untilMs);
    const samples = new Float32Array(said.length + behindMs * samplesPerMs);
    samples.set(said);
    return async (until: AbortSignal): Promise<UtteranceEvent> => {
      const { words, sentenceEnd } = await recogniser.hear({ samples, language, hotwords, signal: until });
      until.throwIfAborted();
      const onStream = ({ startMs, endMs }: Span) => ({ startMs: startMs + fromMs, endMs: endMs + fromMs });
      const onClock = words.map((word) => ({ ...word, ...onStream(word) }));
      return { type, startMs, endMs, words: onClock, ...(sentenceEnd !== undefined && { sentenceEnd }) };
    };
  };
  const tellOrFail = (event: StreamingAsrEvent) => {
    try {
      tell(event);
    } catch (error) {
      failed.abort(error);
    }
  };

  const startPartial = (startMs: number) => {
    const stop = new AbortController();
    partialFromMs = Math.floor(sound.nowMs());
    const span = { startMs, endMs: partialFromMs };
    const heard = ready('partial', span, partialFromMs)(AbortSignal.any([over, stop.signal]));
    // What is wrong with the recogniser shows in the final.
    const ended = heard
      .then(tellOrFail, () => {})
      .finally(() => {
        partial = undefined;
        partialRestMs = 2 * sound.nowMs() - span.endMs;
      });
    partial = { stop, ended };
  };

  /** The same sound for the same speech, however it came in. */
  const startEarly = (startMs: number, untilMs: number) => {
    partial?.stop.abort();
    early?.stop.abort();
    const stop = new AbortController();
    const span = { startMs, endMs: untilMs };
    const heard = ready('partial', span, untilMs, earlyBehindMs)(AbortSignal.any([over, stop.signal]));
    const own = { untilMs, stop, heard };
    early = own;
    partialFromMs = untilMs;
    heard.then(
      (event) => {
        if (early === own && openMs !== undefined) tellOrFail(event);
      },
      () => {},
    );
  };

  /** Recognises a closed utterance while the next is spoken; waits for the one before. */
  const startFinal = async (span: Span, untilMs: number) => {
    partial?.stop.abort();
    await partial?.ended;
    await final;
    over.throwIfAborted();
    const own = early;
    early = undefined;
    const isWhole = own !== undefined && own.untilMs >= span.endMs - earlyShortMs;
    if (!isWhole) own?.stop.abort();
    const hear = ready('final', span, untilMs);
    const heard = isWhole
      ? own.heard.then(
          (event): UtteranceEvent => ({ ...event, type: 'final', ...span }),
          () => hear(over),
        )
      : hear(over);
    doneMs = untilMs;
    final = heard
      .then(tell)
      .catch((error: unknown) => failed.abort(error))
      .finally(() => {
        final = undefined;
      });
  };

  const take = async (event: VadEvent) => {
    tell(event);
    if (event.type === 'speech-pausing') {
      if (openMs !== undefined && !isLate) startEarly(openMs, event.atMs);
    } else if (event.type === 'speech-start') {
      early?.stop.abort();
      early = undefined;
      openMs = event.startMs;
      partialFromMs = openMs;
    } else if (event.type === 'speech-end') {
      const span = { startMs: openMs!, endMs: event.endMs };
      openMs = undefined;
      // Divided behind its last word, nothing is left of it.
      if (span.endMs <= span.startMs) return;
      await startFinal(span, Math.min(span.endMs + padMs, Math.floor(sound.nowMs())));
    }
  };
  const divide = async (startMs: number) => {
    const fromMs = Math.round(startMs + longestUtteranceMs * divideFromShare);
    const cutMs = fromMs + quietestOffsetMs(sound.between(fromMs, sound.nowMs()));
    await startFinal({ startMs, endMs: cutMs }, cutMs);
    openMs = cutMs;
  };
  const takePiece = async (piece: Float32Array) => {
    sound.add(piece);
    for (const event of await edges.push(piece)) await take(event);
    const nowMs = sound.nowMs();
    if (openMs !== undefined && nowMs - openMs >= longestUtteranceMs) await divide(openMs);
    const isDue = !isLate && nowMs >= Math.max(partialFromMs + partialEveryMs, partialRestMs);
    if (openMs !== undefined && !early && recogniser.isIdle() && isDue) startPartial(openMs);
    sound.forgetBefore((openMs ?? nowMs) - lookBackMs);
  };

  /** One call after the other; the first that fails is the reason of all later ones. */
  const during = <T>(task: () => Promise<T>): Promise<T> =>
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
    });

  return {
    push: (samples, waitingMs = 0) =>
      during(async () => {
        isLate = waitingMs > lateMs;
        const size = pieceMs * samplesPerMs;
        for (let at = 0; at < samples.length; at += size) await takePiece(samples.subarray(at, at + size));
      }),
    end: () =>
      during(async () => {
        for (const event of await edges.end()) await take(event);
        partial?.stop.abort();
        await Promise.all([partial?.ended, final]);
        ended = true;
        over.removeEventListener('abort', free);
        free();
      }),
  };
}
