import { createRequire } from 'node:module';

export interface MelOptions {
  sampleRateHz: number;
  windowSamples: number;
  hopSamples: number;
  /** A power of two, at least `windowSamples`. */
  fftSize: number;
  /** Triangular bands, equally wide on the scale 2595·log10(1 + f/700), each with weights of sum 1. */
  bands: number;
  lowHz: number;
  highHz: number;
  /** Symmetric, without its zero end points. */
  windowKind: 'hann' | 'hamming' | 'rectangular';
}

/** `data` is frames × bands, row by row. */
export interface MelFrames {
  frames: number;
  bands: number;
  data: Float32Array<ArrayBuffer>;
}

/** The C++ kernels of `native/`; each has its TypeScript twin in `native/reference/`, against which it is tested. */
export interface Native {
  /**
   * log(M + 1e-7·max(M) + 1e-10), M the mel-band powers of windows that lie wholly inside `samples`
   * (a recording shorter than one window is padded with zeros to one).
   */
  logMel(samples: Float32Array, options: MelOptions): MelFrames;
  /**
   * Most probable path through a chain of states, each of which stays, steps to the next or jumps over a
   * skippable next one; a skippable first or last state need not be visited.
   *
   * @param logProbabilities frames × classes
   * @param labels the class that each state expects
   * @param skippable 1 for states that may be left out
   * @returns the state of every frame, and the path's log probability: -Infinity when there are fewer frames
   *   than states to visit (`path` then means nothing)
   */
  viterbi(
    logProbabilities: Float32Array,
    classes: number,
    labels: Int32Array,
    skippable: Uint8Array,
  ): { path: Int32Array<ArrayBuffer>; score: number };
}

/** Loads the addon that `scripts/setup` builds. Node keeps it: a second call costs nothing. */
export function loadNative(): Native {
  const require = createRequire(import.meta.url);
  try {
    return require('../native/build/Release/assay_native.node') as Native;
  } catch (cause) {
    throw new Error('The native addon is not built for this machine: run scripts/setup.', { cause });
  }
}

export function logMel(samples: Float32Array, options: MelOptions): MelFrames {
  return loadNative().logMel(samples, options);
}
