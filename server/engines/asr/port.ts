import type { Span, Word } from '../../domain/transcript/types.ts';

export interface Recognition {
  /** On the clock of the PCM file, in time order. */
  words: Word[];
  detectedLanguage: string;
  /** Null when the recogniser knows one language only. */
  languageProbability: number | null;
  warnings: string[];
}

/** Turns speech into words. `confidence` is comparable across one adapter's words, never across adapters. */
export interface AsrEngine {
  readonly id: string;
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  /** Duration-weighted mean word confidence below which a transcript is not to be trusted; measured per adapter. */
  readonly minMeanConfidence: number;
  /** Word confidence below which a word counts as `unsupported`; measured per adapter. */
  readonly minWordConfidence: number;
  /** What a customer should install when this recogniser's transcript is refused, in one sentence. */
  readonly advice: string;
  transcribe(request: {
    pcmPath: string;
    /** Raw s16le mono 16 kHz; only these spans are listened to. */
    speech: readonly Span[];
    language: string;
    hotwords: readonly string[];
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  }): Promise<Recognition>;
  check(): Promise<{ ok: boolean; detail: string }>;
}
