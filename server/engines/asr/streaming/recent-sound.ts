import { samplesPerMs } from '../../audio/pcm.ts';

/** The last part of a stream, read by the stream's clock. */
export interface RecentSound {
  /** The clock's time behind the last sample, ms; whole samples, so it may have a fraction. */
  nowMs(): number;
  /** How much is held, ms. */
  heldMs(): number;
  /** @throws RangeError when there is no room: forget something first */
  add(samples: Float32Array): void;
  /** Forgets what lies before a time. */
  forgetBefore(ms: number): void;
  /** A copy of what lies between two times, as far as it is held. */
  between(startMs: number, endMs: number): Float32Array;
  /** Gives the memory back; nothing can be added afterwards. */
  free(): void;
}

/** @param holdsMs how much is kept of a stream of any length */
export function createRecentSound(holdsMs: number): RecentSound {
  let held = new Float32Array(Math.ceil(holdsMs * samplesPerMs));
  /** Where on the stream the first held sample lies, and how many are held. */
  let [first, count] = [0, 0];
  const placeOf = (ms: number) => Math.min(Math.max(0, Math.round(ms * samplesPerMs) - first), count);
  return {
    nowMs: () => (first + count) / samplesPerMs,
    heldMs: () => count / samplesPerMs,
    add(samples) {
      held.set(samples, count);
      count += samples.length;
    },
    forgetBefore(ms) {
      const place = placeOf(ms);
      if (place === 0) return;
      held.copyWithin(0, place, count);
      first += place;
      count -= place;
    },
    between: (startMs, endMs) => held.slice(placeOf(startMs), placeOf(endMs)),
    free() {
      held = new Float32Array(0);
      [first, count] = [first + count, 0];
    },
  };
}
