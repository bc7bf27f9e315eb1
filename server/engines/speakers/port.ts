import type { Span, Turn } from '../../domain/transcript/types.ts';

export interface Diarisation {
  turns: Turn[];
  /** 1–4. */
  speakerCount: number;
  method: string;
  warnings: string[];
}

/** Who spoke when. */
export interface SpeakerEngine {
  readonly id: string;
  diarise(request: {
    pcmPath: string;
    /** Present when the recording has two different channels: often one person each. */
    channelPcmPaths: [string, string] | null;
    speech: readonly Span[];
    signal: AbortSignal;
  }): Promise<Diarisation>;
}
