import { createFrameCutter } from '../domain/sound/frames.ts';
import { isQuiet } from '../domain/sound/wire.ts';
import { frameMs, frameSamples } from './mouth.ts';

/**
 * Sound that is waited for before the first frame, against uneven arrival: the least, and the most after it has run out in the middle of
 * speech again and again. Each time it is twice as much; a frame less after each so many without.
 */
const primeFrames = { least: 2, most: Math.round(1000 / frameMs), lessEach: Math.round(1000 / frameMs) };
/** What has come and is less is given out once nothing more has come for so long. */
const endFrames = Math.round(1500 / frameMs);
/** So much more than is waited for may lie ready: sound comes in pieces of some frames. Above it, quiet frames are left out. */
const spareFrames = Math.round(60 / frameMs);
/**
 * When in so many frames it was once as good as out, a quiet frame is given out twice: a microphone's clock that goes slower than ours
 * would take what lies ready, and then a word.
 */
const reserveFrames = Math.round(10_000 / frameMs);
/** Sound that is heard so much later cannot be answered any more: the oldest goes. */
const mostFrames = Math.round(10_000 / frameMs);

/** The candidate's sound between its arrival and the recording's clock: a frame out at each tick, also where none came in. */
export interface Inbox {
  /** Mono 16 kHz, any number of samples. */
  add(samples: Int16Array): void;
  /** The next frame; silence while nothing has come. */
  next(): Int16Array;
  clear(): void;
}

/**
 * Sound that comes late after a hold-up is not dropped: what was said is heard later, and time is caught up in the pauses.
 */
export function createInbox(): Inbox {
  let frames: Int16Array[] = [];
  const cutter = createFrameCutter(frameSamples, (frame) => frames.push(frame));
  let isPrimed = false;
  let prime = primeFrames.least;
  let isInSpeech = false;
  /** Given out since it last ran out, and asked for in vain since something came. */
  let given = 0;
  let waited = 0;
  /** Least that was left, and whether a pause is to be made longer. */
  let least = Number.POSITIVE_INFINITY;
  let isShort = false;

  return {
    add(samples) {
      cutter.add(samples);
      waited = 0;
      if (frames.length > mostFrames) frames = frames.slice(-mostFrames);
    },
    next() {
      if (!isPrimed && frames.length < prime && (frames.length === 0 || waited++ < endFrames)) {
        return new Int16Array(frameSamples);
      }
      isPrimed = true;
      if (frames.length > prime + spareFrames && isQuiet(frames[0]!)) frames.shift();
      const frame = frames.shift();
      if (frame) {
        isInSpeech = !isQuiet(frame);
        if (isShort && !isInSpeech) {
          isShort = false;
          frames.unshift(frame);
        }
        least = Math.min(least, frames.length);
        if ((given + 1) % reserveFrames === 0) {
          isShort = least === 0;
          least = Number.POSITIVE_INFINITY;
        }
        if (++given % primeFrames.lessEach === 0) prime = Math.max(primeFrames.least, prime - 1);
        return frame;
      }
      isPrimed = false;
      waited = 0;
      given = 0;
      // What is missing is on its way: more is waited for, so that words are not torn apart again.
      if (isInSpeech) prime = Math.min(primeFrames.most, 2 * prime);
      isInSpeech = false;
      return new Int16Array(frameSamples);
    },
    clear() {
      frames = [];
      cutter.clear();
      isPrimed = false;
      prime = primeFrames.least;
      isInSpeech = false;
      waited = 0;
    },
  };
}
