import type { Span } from '../../../domain/transcript/types.ts';
import { samplesPerMs } from '../../audio/pcm.ts';
import type { Recognition, StreamingAsrEvent } from '../port.ts';
import type { RecentSound } from './recent-sound.ts';

/** Sound kept around an utterance: the voice detector is late and early by what a soft consonant lasts. */
export const padMs = 200;
/** Sound that may be missing at the end of what was recognised early: the padding of the edge, less what told of the pause. */
const earlyShortMs = 40;
/**
 * Silence put behind it, as much as the sound of a whole utterance has: without it, of 24 learners' sentences, recognition wrote a stop
 * behind 19 and misheard more last words; with it behind 24, and without recognising early behind 21.
 */
const earlyBehindMs = 224;
/** New sound since the last partial began; where one takes long, it rests for as long: half of the time belongs to words that stay. */
const partialEveryMs = 400;

type UtteranceEvent = StreamingAsrEvent & { type: 'partial' | 'final' };

interface UtteranceDeps {
  hear: (samples: Float32Array, signal: AbortSignal) => Promise<Recognition>;
  sound: Pick<RecentSound, 'between' | 'nowMs'>;
  /** Whether an utterance is. */
  isOpen: () => boolean;
  /** Aborted when the session ends for any reason but its regular end. */
  over: AbortSignal;
  /** Throws once the session is over, and what the listener throws. */
  tell: (event: StreamingAsrEvent) => void;
  fail: (error: unknown) => void;
}

/** Recognises the utterances of a stream, one after the other. */
export interface Utterances {
  begin(startMs: number): void;
  isPartialDue(nowMs: number): boolean;
  startPartial(startMs: number): void;
  /** The speech pauses. The same sound for the same speech, however it came in. */
  startEarly(startMs: number, untilMs: number): void;
  /** Recognises a closed utterance while the next is spoken; waits for the one before. */
  startFinal(span: Span, untilMs: number): Promise<void>;
  /** Resolves once all finals have been told. */
  end(): Promise<void>;
}

export function createUtterances({ hear, sound, isOpen, over, tell, fail }: UtteranceDeps): Utterances {
  /** Up to here the stream's sound has been given to the recogniser. */
  let doneMs = 0;
  let partialFromMs = 0;
  let partialRestMs = 0;
  let partial: { stop: AbortController; ended: Promise<void> } | undefined;
  /** Recognition that began when the speech paused: with luck that was its end, and nothing has to be heard again. */
  let early: { untilMs: number; stop: AbortController; heard: Promise<UtteranceEvent> } | undefined;
  let final: Promise<void> | undefined;

  const ready = (type: UtteranceEvent['type'], span: Span, untilMs: number, behindMs = 0) =>
    recognition({ hear, sound }, type, span, { notBeforeMs: doneMs, untilMs, behindMs });
  const tellOrFail = (event: StreamingAsrEvent) => {
    try {
      tell(event);
    } catch (error) {
      fail(error);
    }
  };

  return {
    begin(startMs) {
      early?.stop.abort();
      early = undefined;
      partialFromMs = startMs;
    },
    isPartialDue: (nowMs) => !early && nowMs >= Math.max(partialFromMs + partialEveryMs, partialRestMs),
    startPartial(startMs) {
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
    },
    startEarly(startMs, untilMs) {
      partial?.stop.abort();
      early?.stop.abort();
      const stop = new AbortController();
      const span = { startMs, endMs: untilMs };
      const heard = ready('partial', span, untilMs, earlyBehindMs)(AbortSignal.any([over, stop.signal]));
      const own = { untilMs, stop, heard };
      early = own;
      partialFromMs = untilMs;
      const tellWhileOpen = (event: UtteranceEvent) => {
        if (early === own && isOpen()) tellOrFail(event);
      };
      heard.then(tellWhileOpen, () => {});
    },
    async startFinal(span, untilMs) {
      partial?.stop.abort();
      await partial?.ended;
      await final;
      over.throwIfAborted();
      const own = early;
      early = undefined;
      const isWhole = own !== undefined && own.untilMs >= span.endMs - earlyShortMs;
      if (!isWhole) own?.stop.abort();
      const again = ready('final', span, untilMs);
      const heard = isWhole ? own.heard.then(asFinal(span), () => again(over)) : again(over);
      doneMs = untilMs;
      final = heard
        .then(tell)
        .catch(fail)
        .finally(() => {
          final = undefined;
        });
    },
    async end() {
      partial?.stop.abort();
      await Promise.all([partial?.ended, final]);
    },
  };
}

const asFinal =
  (span: Span) =>
  (event: UtteranceEvent): UtteranceEvent => ({ ...event, type: 'final', ...span });

/** What has an utterance recognised; its sound is read now, for later it is forgotten. */
function recognition(
  { hear, sound }: Pick<UtteranceDeps, 'hear' | 'sound'>,
  type: UtteranceEvent['type'],
  { startMs, endMs }: Span,
  { notBeforeMs, untilMs, behindMs }: { notBeforeMs: number; untilMs: number; behindMs: number },
): (signal: AbortSignal) => Promise<UtteranceEvent> {
  const fromMs = Math.max(notBeforeMs, startMs - padMs);
  const said = sound.between(fromMs, untilMs);
  const samples = new Float32Array(said.length + behindMs * samplesPerMs);
  samples.set(said);
  return async (signal) => {
    const { words, sentenceEnd } = await hear(samples, signal);
    signal.throwIfAborted();
    const onStream = ({ startMs, endMs }: Span) => ({ startMs: startMs + fromMs, endMs: endMs + fromMs });
    const onClock = words.map((word) => ({ ...word, ...onStream(word) }));
    return { type, startMs, endMs, words: onClock, ...(sentenceEnd !== undefined && { sentenceEnd }) };
  };
}
