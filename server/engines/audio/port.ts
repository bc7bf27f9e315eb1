import type { Span } from '../../domain/transcript/types.ts';

export interface AudioProbe {
  /** One of limits.audio.formats, decided from content and never from the file's name. */
  format: string;
  /** Of decoded sound and of the gaps that the file's clock leaves in it; never what a header claims. */
  durationMs: number;
  channels: number;
  sampleRateHz: number;
}

export type ProbeFailure = 'UNSUPPORTED_FORMAT' | 'AUDIO_DURATION_UNAVAILABLE';

export interface DecodedAudio {
  /** One of limits.audio.formats. */
  format: string;
  /** Of the file's first sound track, as rate and codec; what was written is mono. */
  channels: number;
  /** What was written is 16 kHz. */
  sampleRateHz: number;
  /** ffmpeg's name of the codec, e.g. "pcm_u8". */
  codec: string;
  durationMs: number;
  clippedShare: number;
  peakDb: number;
  /** True when two channels or two sound tracks are not copies of each other; then the channel files were written. */
  distinctChannels: boolean;
  /** What of the file is not heard, or not as it is meant, in sentences for clients. */
  warnings: string[];
}

/** Reads and writes media. Every call runs in a child process without network access, with limits on memory and time. */
export interface AudioEngine {
  probe(path: string, signal?: AbortSignal): Promise<AudioProbe | { failure: ProbeFailure; reason: string }>;
  /** Writes raw s16le mono 16 kHz to `outPath`, and each channel to `channelPaths` when the two differ. */
  decode(
    path: string,
    out: { outPath: string; channelPaths: [string, string]; maxDurationMs: number },
    signal: AbortSignal,
  ): Promise<DecodedAudio>;
  /** Silences of raw PCM (s16le mono 16 kHz), in order. */
  detectSilence(
    pcmPath: string,
    settings: { thresholdDb: number; minSilenceMs: number },
    signal: AbortSignal,
  ): Promise<Span[]>;
  /** Writes the spans of raw PCM, joined, as mono 48 kbit/s MP3. */
  encodeMp3(
    pcmPath: string,
    spans: readonly Span[],
    outPath: string,
    signal: AbortSignal,
  ): Promise<{ durationMs: number }>;
  check(): Promise<{ ok: boolean; detail: string }>;
}

/** What a person's player needs of a recording. */
export interface ListeningEngine {
  /**
   * A copy of a recording that every browser plays and seeks in exactly: MP3 of one bit rate, with all sound tracks mixed, on the clock that
   * word times are on. Given in pieces as it is made.
   */
  encodeForListening(
    path: string,
    write: (chunk: Buffer) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The loudest sample, 0–1, of each of `perSecond` stretches of a second. */
  measurePeaks(
    path: string,
    perSecond: number,
    signal?: AbortSignal,
  ): Promise<{ durationMs: number; peaks: Float32Array }>;
}
