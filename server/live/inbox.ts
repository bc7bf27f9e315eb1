import { frameMs, frameSamples } from './mouth.ts';

/** Sound that is waited for before the first frame, against uneven arrival. */
const primeFrames = 2;
/** Above this, quiet frames are left out until it is caught up. */
const catchUpFrames = Math.round(160 / frameMs);
/** Nobody can be answered who is heard so much later: the oldest goes. */
const mostFrames = Math.round(10_000 / frameMs);
/** Root mean square below which a frame is quiet, on the 16-bit scale: −48 dB under full scale. */
const quietBelow = 130;

/** The candidate's sound between its arrival and the recording's clock: frames out, whatever came in. */
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
  let open = new Int16Array(frameSamples);
  let filled = 0;
  let isPrimed = false;

  return {
    add(samples) {
      for (let at = 0; at < samples.length; ) {
        const some = samples.subarray(at, at + frameSamples - filled);
        open.set(some, filled);
        filled += some.length;
        at += some.length;
        if (filled < frameSamples) continue;
        frames.push(open);
        open = new Int16Array(frameSamples);
        filled = 0;
      }
      if (frames.length > mostFrames) frames = frames.slice(-mostFrames);
    },
    next() {
      if (!isPrimed && frames.length < primeFrames) return new Int16Array(frameSamples);
      isPrimed = true;
      if (frames.length > catchUpFrames && isQuiet(frames[0]!)) frames.shift();
      const frame = frames.shift();
      if (!frame) isPrimed = false;
      return frame ?? new Int16Array(frameSamples);
    },
    clear() {
      frames = [];
      filled = 0;
      isPrimed = false;
    },
  };
}

function isQuiet(frame: Int16Array): boolean {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return Math.sqrt(sum / frame.length) < quietBelow;
}
