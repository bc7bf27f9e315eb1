import type { Sentence } from '../domain/interview/types.ts';
import { samplesPerMs } from '../engines/audio/pcm.ts';

/** Sound is given out in frames of so much. */
export const frameMs = 20;
export const frameSamples = frameMs * samplesPerMs;
/** Between two sentences. */
const gapMs = 180;
/** What was cut off is said again from so much before. */
const rewindMs = 300;

/** A sentence that was begun. Times on the recording's clock; the share of its sound that was heard, 0–1. */
export interface SpokenLine {
  sentence: Sentence;
  startMs: number;
  endMs: number;
  share: number;
}

export interface MouthListener {
  /** The first sound of a sentence goes out. */
  onLine(sentence: Sentence, startMs: number): void;
  /** A sentence was said to its end. */
  onSpoken(line: SpokenLine): void;
  /** A sentence that nothing could speak; it is shown only. */
  onSilent(sentence: Sentence, error: unknown): void;
}

const nothing: Sentence = { id: '', text: '', isFixed: false };

interface Line {
  sentence: Sentence;
  samples: Int16Array;
  length: number;
  /** All of its sound is there. */
  isWhole: boolean;
  place: number;
  startMs: number | undefined;
}

/** Says sentences, one after the other, a frame at a time; can be stopped at any frame, and go on. */
export interface Mouth {
  /** Says what comes, behind what is being said. Resolves when it has all been said or cut off, and no more sentences are looked for. */
  say(sentences: AsyncIterable<Sentence> | Iterable<Sentence>): Promise<'spoken' | 'cut off'>;
  /** The next frame; silence where there is nothing to say. */
  next(nowMs: number): Int16Array;
  /** Fades out within a frame. */
  pause(): void;
  /** Goes on a little before where it stopped, or so much before as was not heard, at most from the beginning of the sentence. */
  resume(unheardMs?: number): void;
  /** Stops what is said and drops what was to follow. Call `status` before, to know how much was said. */
  cut(): void;
  status(nowMs: number): MouthStatus;
}

/** How a mouth is at a moment; plain data. */
export interface MouthStatus {
  /** Something is being said, or about to be. */
  isBusy: boolean;
  /** Sound has come out of what is being said. */
  hasBegun: boolean;
  /** Sound left of what is being said as far as it is known, ms. */
  leftMs: number;
  /** The sentence that is being said, as if it were cut off now. */
  line: SpokenLine | undefined;
}

/** @param speak sound of a sentence, mono 16 kHz, as it is made */
export function createMouth(
  speak: (sentence: Sentence, signal: AbortSignal) => AsyncIterable<Int16Array>,
  listener: MouthListener,
): Mouth {
  let lines: Line[] = [];
  let isPaused = false;
  let fadesOut = false;
  let gapLeft = 0;
  let hasBegun = false;
  /** What is being said now; undefined while silent. */
  let talk: { stop: AbortController; end: (how: 'spoken' | 'cut off') => void; isFed: boolean } | undefined;

  const feed = async (
    sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
    own: NonNullable<typeof talk>,
  ): Promise<void> => {
    const { signal } = own.stop;
    for await (const sentence of sentences) {
      if (signal.aborted) return;
      const line: Line = {
        ...{ sentence, samples: new Int16Array(0), length: 0, isWhole: false },
        ...{ place: 0, startMs: undefined },
      };
      lines.push(line);
      try {
        for await (const samples of speak(sentence, signal)) {
          if (signal.aborted) return;
          append(line, samples);
        }
      } catch (error) {
        if (signal.aborted) return;
        listener.onSilent(sentence, error);
      }
      line.isWhole = true;
    }
  };

  const settle = (how: 'spoken' | 'cut off') => {
    const own = talk;
    talk = undefined;
    lines = [];
    gapLeft = 0;
    hasBegun = false;
    isPaused = false;
    own?.end(how);
  };

  return {
    async say(sentences) {
      const { promise, resolve: end } = Promise.withResolvers<'spoken' | 'cut off'>();
      const own = { stop: new AbortController(), end, isFed: false };
      talk = own;
      const fed = feed(sentences, own)
        .catch((error: unknown) => {
          if (!own.stop.signal.aborted) listener.onSilent(nothing, error);
        })
        .finally(() => {
          own.isFed = true;
        });
      const how = await promise;
      // The interviewer, which makes the sentences, has stopped, too.
      await fed;
      return how;
    },

    next(nowMs) {
      const frame = new Int16Array(frameSamples);
      if (isPaused && !fadesOut) return frame;
      let filled = 0;
      while (filled < frameSamples) {
        if (gapLeft > 0) {
          const some = Math.min(gapLeft, frameSamples - filled);
          gapLeft -= some;
          filled += some;
          continue;
        }
        const [line] = lines;
        if (!line) break;
        const some = Math.min(line.length - line.place, frameSamples - filled);
        if (some > 0) {
          hasBegun = true;
          if (line.startMs === undefined) {
            line.startMs = nowMs + filled / samplesPerMs;
            listener.onLine(line.sentence, line.startMs);
          }
          frame.set(line.samples.subarray(line.place, line.place + some), filled);
          line.place += some;
          filled += some;
          continue;
        }
        if (!line.isWhole) break;
        const spoken = spokenOf(line, nowMs + filled / samplesPerMs);
        if (spoken) listener.onSpoken(spoken);
        lines.shift();
        if (lines.length > 0) gapLeft = gapMs * samplesPerMs;
      }
      if (fadesOut) {
        for (let i = 0; i < frameSamples; i++) frame[i] = Math.round(frame[i]! * (1 - i / frameSamples));
        fadesOut = false;
      }
      if (talk?.isFed && lines.length === 0 && gapLeft === 0) settle('spoken');
      return frame;
    },

    pause() {
      if (isPaused) return;
      isPaused = true;
      fadesOut = hasBegun;
    },
    resume(unheardMs = 0) {
      if (!isPaused) return;
      isPaused = false;
      fadesOut = false;
      const [line] = lines;
      if (line)
        line.place = Math.max(0, line.place - Math.round(Math.max(rewindMs, unheardMs)) * samplesPerMs);
    },
    cut() {
      talk?.stop.abort();
      settle('cut off');
    },
    status: (nowMs) => ({
      isBusy: talk !== undefined,
      hasBegun,
      leftMs: lines.reduce((sum, { length, place }) => sum + (length - place) / samplesPerMs, 0),
      line: lines[0] && spokenOf(lines[0], nowMs),
    }),
  };
}

/** What was said of a line by `endMs`; undefined where none of it was. */
function spokenOf({ sentence, startMs, place, length }: Line, endMs: number): SpokenLine | undefined {
  if (startMs === undefined) return undefined;
  return { sentence, startMs, endMs, share: length === 0 ? 1 : Math.min(1, place / length) };
}

/** Room is doubled when it runs out: a sentence comes in many small pieces. */
function append(line: Line, samples: Int16Array): void {
  if (line.length + samples.length > line.samples.length) {
    const roomier = new Int16Array(Math.max(2 * line.samples.length, line.length + samples.length));
    roomier.set(line.samples.subarray(0, line.length));
    line.samples = roomier;
  }
  line.samples.set(samples, line.length);
  line.length += samples.length;
}
