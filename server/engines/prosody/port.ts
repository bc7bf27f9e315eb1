import type { PitchTrack } from '../../domain/scoring/prosody.ts';
import type { Span } from '../../domain/transcript/types.ts';

/** Measures how pitch and level move. */
export interface ProsodyEngine {
  /**
   * One pitch track for each span of raw s16le mono PCM at 16 kHz, in order. What lies outside the spans, however near, takes
   * no part.
   */
  measure(request: { pcmPath: string; spans: readonly Span[]; signal: AbortSignal }): Promise<PitchTrack[]>;
}
