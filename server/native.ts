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

/**
 * A backoff trigram model; natural logarithms. Bigrams of a word, and trigrams of a bigram, are sorted by their last word.
 * A word is its number; bigram `b` is the word `bigramWord[b]` behind the word that owns `b`.
 */
export interface TrigramModel {
  unigram: Float32Array;
  unigramBackoff: Float32Array;
  /** Words + 1 entries: bigrams of word w are `bigramFirst[w]` to before `bigramFirst[w + 1]`. */
  bigramFirst: Int32Array;
  bigramWord: Uint16Array;
  bigram: Float32Array;
  bigramBackoff: Float32Array;
  /** Bigrams + 1 entries, likewise. */
  trigramFirst: Int32Array;
  trigramWord: Uint16Array;
  trigram: Float32Array;
}

/** Spellings or pronunciations as a tree: node 0 is the root, the children of a node follow each other. */
export interface WordTree {
  /** Class that each node's step expects; 0 at the root. */
  symbol: Uint8Array;
  /** Nodes + 1 entries: children of node n are `childFirst[n]` to before `childFirst[n + 1]`. */
  childFirst: Int32Array;
  /** Nodes + 1 entries: words that end at node n are `wordOf[wordFirst[n]]` and following. */
  wordFirst: Int32Array;
  wordOf: Uint16Array;
}

export interface BeamOptions {
  lmWeight: number;
  /** Added for every word, log: against the language model's liking for few words. */
  wordBonus: number;
  /** Ways this far below the best (log) are given up. */
  beam: number;
  maxTokens: number;
  /** A symbol with a lower log probability than this begins nothing. */
  minSymbol: number;
  /** Arcs on no way within this of the best are left out of the lattice. */
  latticeBeam: number;
  beginWord: number;
  endWord: number;
  /** Class that counts as just said, so that its repetition is free; 0 for none. */
  beginSymbol: number;
  /** True for CTC: blanks (class 0) anywhere. False: class 0 is silence and stands between words only. */
  blankInside: boolean;
}

/**
 * Word sequences that may have been said. Node 0 is the beginning; an arc with `to` −1 ends the utterance; one with
 * `word` −1 says nothing. Every arc comes after those that lead to its beginning.
 */
export interface WordLattice {
  nodes: number;
  from: Int32Array;
  to: Int32Array;
  word: Int32Array;
  /** In which the arc's last symbol begins. */
  frame: Int32Array;
  acoustic: Float32Array;
  /** Log probability by the language model, without its weight and the bonus. */
  language: Float32Array;
}

export interface BeamDecoder {
  /** @param logProbabilities frames × classes */
  decode(logProbabilities: Float32Array, classes: number, options: BeamOptions): WordLattice;
}

/** States that each expect a class, as in a hidden Markov model whose transitions are free. */
export interface StateGraph {
  label: Int32Array;
  /** States + 1 entries: before state s come `before[beforeFirst[s]]` and following; itself, where it may last. */
  beforeFirst: Int32Array;
  before: Int32Array;
  /** 1 for states in which a way may begin, or end. */
  begins: Uint8Array;
  ends: Uint8Array;
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
  /** Token passing over a tree of words; ways that meet behind the same words stay apart in the lattice. */
  BeamDecoder: new (
    model: TrigramModel,
    tree: WordTree,
  ) => BeamDecoder;
  /** Log probability of all ways through the graph together. @param probabilities frames × classes */
  graphScore(probabilities: Float32Array, classes: number, graph: StateGraph): number;
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
