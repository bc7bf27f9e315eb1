import type { Span, Turn } from '../../domain/transcript/types.ts';

/** A stretch in which one person is heard, without pauses. Stretches of different people may lie over one another. */
export interface HeardSpan extends Span {
  /** A `Turn.speaker`. */
  speaker: string;
}

export interface Diarisation {
  /** Who holds the floor, own pauses included. */
  turns: Turn[];
  /** Who is heard when, to the nearest few hundredths of a second; in order of their starts. */
  heard: HeardSpan[];
  /** 1–4. */
  speakerCount: number;
  /** That exactly so many people speak, 0–1; 1 where it was told. */
  countProbability: number;
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
    /** How many people speak, where the client or the call's kind says so. */
    knownSpeakers?: number | null;
    signal: AbortSignal;
  }): Promise<Diarisation>;
}
