import type { AlignedWord, Span, Word } from '../../domain/transcript/types.ts';

/** Finds where known words lie: word and phone times, and how well each phone was said. */
export interface AlignEngine {
  readonly id: string;
  readonly languages: readonly string[];
  /** Same words in the same order; a word that finds no place keeps its own times, has no phones and is `unsupported`. */
  align(request: {
    pcmPath: string;
    words: readonly Word[];
    speech: readonly Span[];
    /**
     * Stretches of at most about 30 s that the recogniser heard in one go, in order, where its words' times say no more than in which
     * of them a word was said. Without them the times are taken to be right to some tenths of a second.
     */
    windows?: readonly Span[] | undefined;
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  }): Promise<AlignedWord[]>;
  /**
   * Aligned words with those that recognisers leave out put between them, as far as they can be heard: filled pauses (`filler`), first
   * attempts and words cut off (`abandoned`, "wor-"). The words given come out in their order; a first attempt may become `abandoned`.
   */
  withHesitations?(request: {
    pcmPath: string;
    words: readonly AlignedWord[];
    signal: AbortSignal;
  }): Promise<AlignedWord[]>;
}

/** Finds where words lie in languages no aligner knows: their times, and nothing of how they were said. */
export interface WordPlacer {
  readonly id: string;
  readonly languages: readonly string[];
  /** The same words with better times, in order and apart; those not found keep theirs. Null when it cannot be done here. */
  place(
    request: Omit<Parameters<AlignEngine['align']>[0], 'words'> & {
      language: string;
      words: readonly Word[];
    },
  ): Promise<Word[] | null>;
}

/** What a recogniser's encoder made of a recording, in a file; plain data, so that one step of a run can tell another. */
export interface StatesFile {
  /** 16-bit numbers, frame after frame. */
  path: string;
  /** Numbers of a frame. */
  width: number;
  frameMs: number;
  /**
   * Frames that follow each other in the recording, in the order of the file, which need not be that of time: the middle of a run's
   * first frame on the recording's clock; the next is `frameMs` behind it.
   */
  runs: { firstMiddleMs: number; frames: number }[];
}

/** Hears in a recogniser's encoder states how well each phone was said; where it was said, an aligner must have found. */
export interface SoundsWitness {
  readonly id: string;
  /** Numbers of a frame it can read: of one recogniser. */
  readonly width: number;
  /** The same words; those with phones get `gop`, `entropy` and their phones' figures anew. */
  hear(words: readonly AlignedWord[], states: StatesFile, signal?: AbortSignal): Promise<AlignedWord[]>;
}
