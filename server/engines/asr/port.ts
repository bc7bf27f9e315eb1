import type { ConfidenceFamily } from '../../domain/transcript/expected-errors.ts';
import type { OtherLanguage } from '../../domain/transcript/other-language.ts';
import type { Span, Word } from '../../domain/transcript/types.ts';
import type { StatesFile } from '../align/port.ts';
import type { VadEvent } from '../vad/port.ts';

export interface Recognition {
  /** On the clock of the PCM file, in time order. */
  words: Word[];
  /** The most probable language, ISO 639-1; null when the recogniser cannot tell. */
  detectedLanguage: string | null;
  /**
   * Probability, 0–1, that the *requested* language is spoken; null when the recogniser cannot tell. Where it makes that language
   * improbable (`domain/transcript/language.ts`), an adapter may stop there and give no words.
   */
  languageProbability: number | null;
  /** Stretches in another language than the requested one, in order, without words; absent where the recogniser cannot tell. */
  otherLanguages?: OtherLanguage[];
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
  /**
   * Whether a sentence ends behind the last word, by the marks that the recogniser would write there: log odds of one that ends it, less
   * those of one behind which it goes on, −4 to 4. Absent where the recogniser does not tell, or heard no word.
   */
  sentenceEnd?: number;
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
  /**
   * The family its confidences belong to, where it was measured how many words are misheard at which of them
   * (`models/calibration/word-errors*.json`); without it `minMeanConfidence` decides what is refused.
   */
  readonly confidences?: ConfidenceFamily;
  /** For the log, in one sentence: what the operator can do when this recogniser's transcripts are refused. */
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
    /**
     * Told once what a quick first hearing made of about a minute of a longer recording, from wherever most was said at a time, and
     * waited for; what it throws ends the recognition. Recognisers that tell languages apart do not ask.
     */
    onFirstWords?: (first: Required<Pick<Recognition, 'words' | 'windows'>>) => Promise<void>;
  }): Promise<Recognition>;
  /** The same for a sound in memory of up to about a minute; adapters without it are given files. */
  transcribeSound?(request: SoundRequest): Promise<Recognition>;
  check(): Promise<{ ok: boolean; detail: string }>;
}

export interface SoundRequest {
  /** Mono 16 kHz, −1…1, all of it speech; words are on its clock. */
  samples: Float32Array;
  language: string;
  hotwords: readonly string[];
  signal: AbortSignal;
}

/**
 * What a stream's listener is told, on the stream's clock: milliseconds of sound since its start.
 *
 * The edges of speech come as the voice detector finds them. `partial` has the words so far of the open utterance and may be taken
 * back; recognition that is slower than speech leaves partials out. `final` has those of a closed utterance and never changes: one for
 * each stretch of speech, several for one that lasts longer than 30 s, in order, some time behind the `speech-end`; its words may be none.
 */
export type StreamingAsrEvent =
  | VadEvent
  | ({ type: 'partial' } & Utterance)
  | ({ type: 'final' } & Utterance);

interface Utterance extends Span {
  words: Word[];
  /** As `Recognition` has it. */
  sentenceEnd?: number;
}

export interface StreamingAsrSession {
  /**
   * Takes the next sound of the stream, any number of samples. Waits while an utterance is being recognised and another has closed
   * behind it, so a caller that waits for each push keeps at most two in memory. Pushes are taken in the order of the calls.
   *
   * @param samples mono 16 kHz, −1…1
   * @param waitingMs how much more sound has come behind it: who is late tells no partials, so that the words that stay come sooner
   * @throws the signal's reason when aborted, the recogniser's error once it failed; Error after `end`
   */
  push(samples: Float32Array, waitingMs?: number): Promise<void>;
  /** Ends open speech and waits for its `final`. */
  end(): Promise<void>;
}

/** Turns speech into words while it is spoken. */
export interface StreamingAsr {
  readonly id: string;
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  /**
   * @param options.signal ends the session at any moment and frees what it holds
   * @param options.onEvent is called in the order of the events, never after the session has ended; what it throws ends the session
   * @throws Error when the recogniser does not know the language
   */
  start(options: {
    language: string;
    hotwords: readonly string[];
    signal: AbortSignal;
    onEvent: (event: StreamingAsrEvent) => void;
  }): StreamingAsrSession;
}
