import type { Span } from '../../domain/transcript/types.ts';

export interface VadEngine {
  readonly id: string;
  /** Spans with speech in raw PCM (s16le mono 16 kHz), looked for inside `within` only; in order, apart. */
  detectSpeech(request: { pcmPath: string; within: readonly Span[]; signal: AbortSignal }): Promise<Span[]>;
}

/**
 * An edge of speech on the stream's clock: milliseconds of sound since its start. Told once it is certain: a start when the speech has
 * lasted as long as speech must, an end after the silence that parts two spans. Starts and ends alternate. `speech-likely` comes about
 * 100 ms after sound like speech begins where none is open yet, for a voice that has to stop talking at once; it may turn out to be nothing. `speech-pausing` comes
 * about 100 ms after sound like speech ends while some is open, for a caller that can work ahead; the speech may go on. `atMs`: all sound before it was
 * heard for that.
 */
export type VadEvent =
  | { type: 'speech-likely'; startMs: number }
  | { type: 'speech-pausing'; atMs: number }
  | { type: 'speech-start'; startMs: number }
  | { type: 'speech-end'; startMs: number; endMs: number };

export interface VadSession {
  /**
   * Hears the next sound of the stream, any number of samples. Pushes are heard one after the other, in the order of the calls.
   *
   * @param samples mono 16 kHz, −1…1
   * @throws the signal's reason when aborted; Error after `end`
   */
  push(samples: Float32Array): Promise<VadEvent[]>;
  /** Hears what is left and ends speech that is still open. */
  end(): Promise<VadEvent[]>;
}

/** Finds speech while it is spoken: the spans that a `VadEngine` finds in the same sound as a file. */
export interface StreamingVad {
  readonly id: string;
  start(options: { signal: AbortSignal }): VadSession;
}
