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

/** What is to be said. */
interface Queue {
  lines: Line[];
  /** Samples of silence before the next line. */
  gapLeft: number;
  /** Sound of it has come out. */
  hasBegun: boolean;
}

const emptyQueue = (): Queue => ({ lines: [], gapLeft: 0, hasBegun: false });

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

/** Sound of a sentence, mono 16 kHz, as it is made. */
type Speak = (sentence: Sentence, signal: AbortSignal) => AsyncIterable<Int16Array>;

export function createMouth(speak: Speak, listener: MouthListener): Mouth {
  const queue = emptyQueue();
  let isPaused = false;
  let fadesOut = false;
  /** What is being said now; undefined while silent. */
  let talk: { stop: AbortController; end: (how: 'spoken' | 'cut off') => void; isFed: boolean } | undefined;

  const settle = (how: 'spoken' | 'cut off') => {
    const own = talk;
    talk = undefined;
    Object.assign(queue, emptyQueue());
    isPaused = false;
    own?.end(how);
  };

  return {
    async say(sentences) {
      const { promise, resolve: end } = Promise.withResolvers<'spoken' | 'cut off'>();
      const own = { stop: new AbortController(), end, isFed: false };
      talk = own;
      const fed = feed(sentences, queue, { speak, listener, signal: own.stop.signal })
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
      fill(frame, queue, nowMs, listener);
      if (fadesOut) fade(frame);
      fadesOut = false;
      if (talk?.isFed && queue.lines.length === 0 && queue.gapLeft === 0) settle('spoken');
      return frame;
    },

    pause() {
      if (isPaused) return;
      isPaused = true;
      fadesOut = queue.hasBegun;
    },
    resume(unheardMs = 0) {
      if (!isPaused) return;
      isPaused = false;
      fadesOut = false;
      const [line] = queue.lines;
      if (line)
        line.place = Math.max(0, line.place - Math.round(Math.max(rewindMs, unheardMs)) * samplesPerMs);
    },
    cut() {
      talk?.stop.abort();
      settle('cut off');
    },
    status: (nowMs) => ({
      isBusy: talk !== undefined,
      hasBegun: queue.hasBegun,
      leftMs: queue.lines.reduce((sum, { length, place }) => sum + (length - place) / samplesPerMs, 0),
      line: queue.lines[0] && spokenOf(queue.lines[0], nowMs),
    }),
  };
}

/** Has the sentences spoken, one after the other, into the queue. */
async function feed(
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
  queue: Queue,
  { speak, listener, signal }: { speak: Speak; listener: MouthListener; signal: AbortSignal },
): Promise<void> {
  for await (const sentence of sentences) {
    if (signal.aborted) return;
    const line: Line = {
      ...{ sentence, samples: new Int16Array(0), length: 0, isWhole: false },
      ...{ place: 0, startMs: undefined },
    };
    queue.lines.push(line);
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
}

/** Moves sound of the queue into a frame, as far as there is some. */
function fill(frame: Int16Array, queue: Queue, nowMs: number, listener: MouthListener): void {
  let filled = 0;
  while (filled < frameSamples) {
    if (queue.gapLeft > 0) {
      const some = Math.min(queue.gapLeft, frameSamples - filled);
      queue.gapLeft -= some;
      filled += some;
      continue;
    }
    const [line] = queue.lines;
    if (!line) break;
    const some = Math.min(line.length - line.place, frameSamples - filled);
    if (some > 0) {
      queue.hasBegun = true;
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
    queue.lines.shift();
    if (queue.lines.length > 0) queue.gapLeft = gapMs * samplesPerMs;
  }
}

function fade(frame: Int16Array): void {
  for (let i = 0; i < frameSamples; i++) frame[i] = Math.round(frame[i]! * (1 - i / frameSamples));
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
