import type { Melody } from '../../domain/scoring/utterance.ts';
import type { Span } from '../../domain/transcript/types.ts';

/** Measures how pitch and level move. */
export interface MelodyEngine {
  /**
   * One melody for each span of raw s16le mono PCM at 16 kHz, in order. What lies outside the spans, however near, takes
   * no part.
   */
  measure(request: { pcmPath: string; spans: readonly Span[]; signal: AbortSignal }): Promise<Melody[]>;
}
