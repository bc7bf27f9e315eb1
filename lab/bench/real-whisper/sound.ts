import type { Word } from '../../../server/domain/transcript/types.ts';

/** One sound to hear. */
export interface Sound {
  id: string;
  /** Which table it belongs to. */
  set: 'clips' | 'noisy' | 'learners' | 'synthetic' | 'nobody';
  /** Raw s16le mono 16 kHz. */
  pcm: string;
  /** As submitted. */
  language: string;
  /** Empty without speech. */
  transcript: string;
  /** Told that all of it is speech, past the voice detector. */
  allSpeech?: true;
}

export interface Heard {
  id: string;
  speechMs: number;
  /** Absent where the voice detector found no speech. */
  words?: Word[];
  detectedLanguage?: string | null;
  languageProbability?: number | null;
  languages?: Readonly<Record<string, number>>;
}
