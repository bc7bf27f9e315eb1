import { wireHz } from './format.ts';

const samplesOf = (ms: number) => (ms * wireHz) / 1000;

/** So much waits before the first sample is played: what the network may be late by. */
const target = samplesOf(120);
/** Silence above the target is skipped in pieces of so much. */
const piece = samplesOf(10);
/** Never more than this: a page that was asleep does not play what it has missed. */
const most = samplesOf(3000);
const silent = 0.004;

/** What has come and was not played yet, mono at the rate of the wire. */
export interface JitterBuffer {
  push(samples: Float32Array): void;
  /** Always so many; zeros while there is nothing to play. */
  pull(count: number): Float32Array;
  /** Forgets what was not played. */
  hush(): void;
  readonly waiting: number;
}

/**
 * Plays once 120 ms are there, or when nothing more has come for as long; after running dry it waits again. Latency that a
 * stalled network has left behind goes by skipping silence, so that no word is lost.
 */
export function createJitterBuffer(): JitterBuffer {
  let samples = new Float32Array(0);
  let isPlaying = false;
  /** Pulled in vain since the last push. */
  let waited = 0;

  return {
    push(more) {
      const room = Math.max(0, samples.length + more.length - most);
      const joined = new Float32Array(samples.length + more.length);
      joined.set(samples);
      joined.set(more, samples.length);
      samples = joined.subarray(room);
      waited = 0;
    },
    pull(count) {
      const out = new Float32Array(count);
      if (!isPlaying) {
        waited += count;
        isPlaying = samples.length >= target || (samples.length > 0 && waited >= target);
        if (!isPlaying) return out;
      }
      while (samples.length >= target + 4 * piece && isSilent(samples.subarray(0, piece))) {
        samples = samples.subarray(piece);
      }
      const some = samples.subarray(0, count);
      out.set(some);
      samples = samples.subarray(some.length);
      if (some.length < count) isPlaying = false;
      return out;
    },
    hush() {
      samples = new Float32Array(0);
      isPlaying = false;
    },
    get waiting() {
      return samples.length;
    },
  };
}

const isSilent = (samples: Float32Array): boolean => samples.every((sample) => Math.abs(sample) < silent);
