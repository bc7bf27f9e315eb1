import type { Span, Word } from '../../domain/transcript/types.ts';
import type { StatesFile } from '../align/port.ts';

export interface Recognition {
  /** On the clock of the PCM file, in time order. */
  words: Word[];
  /** The most probable language, ISO 639-1; the requested one where the recogniser knows no other. */
  detectedLanguage: string;
  /**
   * Probability, 0–1, that the *requested* language is spoken; null when the recogniser cannot tell. Where it makes that language
   * improbable (`domain/transcript/language.ts`), an adapter may stop there and give no words.
   */
  languageProbability: number | null;
  /**
   * Where the words' times come from: heard by the recogniser (the default), read off its cross attention, or spread evenly over
   * the words of a phrase. Interpolated times say nothing about pauses.
   */
  wordTimes?: 'recogniser' | 'attention' | 'interpolated';
  /**
   * Chunks of at most about 30 s that were heard in one go, in order and apart, where the words' times are rough: every word lies in
   * the one it was heard in, and the aligner looks for it there.
   */
  windows?: Span[];
  /** What the encoder made of the sound, where a file for it was asked for and the recogniser has such states. */
  states?: StatesFile;
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
    /** Where the encoder's states may be left for later steps; recognisers without such states leave none. */
    statesPath?: string;
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  }): Promise<Recognition>;
  check(): Promise<{ ok: boolean; detail: string }>;
}
