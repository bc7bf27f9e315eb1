import type { Span } from '../../domain/transcript/types.ts';

export interface VadEngine {
  readonly id: string;
  /** Spans with speech in raw PCM (s16le mono 16 kHz), looked for inside `within` only; in order, apart. */
  detectSpeech(request: { pcmPath: string; within: readonly Span[]; signal: AbortSignal }): Promise<Span[]>;
}
