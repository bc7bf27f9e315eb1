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

/** Rows of 8-bit vectors in a file that is mapped into memory. */
export interface MappedVectors {
  /**
   * The rows with the largest sums of products with the query, largest first, equal ones in the order of the rows; found on a thread of
   * its own. What is given may be changed right after the call.
   *
   * @param allowed a byte a row: 0 leaves it out
   */
  nearest(
    query: Int8Array,
    limit: number,
    allowed?: Uint8Array,
  ): Promise<{ rows: Uint32Array<ArrayBuffer>; dots: Int32Array<ArrayBuffer> }>;
  /** Searches under way still end well; later ones throw. */
  close(): void;
}

/** The C++ kernels of `native/`; each has its TypeScript twin in `native/reference/`, against which it is tested. */
export interface Native {
  /**
   * log(M + 1e-7·max(M) + 1e-10), M the mel-band powers of windows that lie wholly inside `samples`
   * (a recording shorter than one window is padded with zeros to one).
   */
  logMel(samples: Float32Array, options: MelOptions): MelFrames;
  /**
   * The log-mel picture that Whisper hears of 16 kHz sound, as openai/whisper's `log_mel_spectrogram` defines it: 25 ms windows
   * around every 10 ms, log10 of slaney's mel bands, at most 80 dB under the loudest, (x + 4) / 4. Sound shorter than `frames` × 10 ms
   * counts as if silence followed; what is longer is cut off.
   *
   * @param bands 80 or 128
   * @returns bands × frames
   */
  whisperMel(samples: Float32Array, bands: number, frames: number): Float32Array<ArrayBuffer>;
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
  /**
   * Most probable path through a graph of states, each of which expects a class and may last.
   *
   * @param logProbabilities frames × classes
   * @param label the class that each state expects
   * @param beforeFirst states + 1 entries: the arcs into state s are `before[beforeFirst[s]]` to before `beforeFirst[s + 1]`, at
   *   most 254 of them; each names the state it comes from
   * @param cost log, of each arc; 0 or less
   * @param begin log, of beginning in each state; -Infinity where no path may begin
   * @param ends 1 for states in which a path may end
   * @returns the state of every frame, and the path's log probability: -Infinity where no path exists (`path` then means nothing)
   */
  bestPath(
    logProbabilities: Float32Array,
    classes: number,
    label: Int32Array,
    beforeFirst: Int32Array,
    before: Int32Array,
    cost: Float32Array,
    begin: Float32Array,
    ends: Uint8Array,
  ): { path: Int32Array<ArrayBuffer>; score: number };
  /**
   * Maps a file that holds `offset` bytes and then the rows, and nothing else. It must never be written to or cut while it is mapped;
   * another may take its name.
   *
   * @param options.processor one of `vectorProcessors()`; otherwise the fastest
   */
  mapVectors(
    path: string,
    options: { offset: number; rows: number; dimensions: number; processor?: string },
  ): MappedVectors;
  /** The instruction sets of this machine that searches can use, the fastest first; the last is "scalar". */
  vectorProcessors(): string[];
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
