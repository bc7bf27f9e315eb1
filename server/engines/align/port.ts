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
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  }): Promise<AlignedWord[]>;
}
