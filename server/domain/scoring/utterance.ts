import type { AlignedWord } from '../transcript/types.ts';

/** Everything that was measured in one utterance before features are made of it. Times begin with the utterance. */
export interface UtteranceEvidence {
  durationMs: number;
  /** Words in order, with phones where the aligner found them. Empty where nothing was recognised. */
  words: readonly AlignedWord[];
  /** What the acoustic model hears when nobody tells it the text; absent where it has no such heads. */
  heard?: HeardFreely;
  /** Absent where nobody looked at the sound itself. */
  melody?: Melody;
}

export interface HeardFreely {
  /** Letters, spaces and apostrophes. */
  characters: string;
  /** ARPAbet, lower case, no stress. */
  phones: readonly string[];
  /** Mean log probability of the letters, and of the phones, that were heard. */
  characterCertainty: number;
  phoneCertainty: number;
  /** Log probability of the words' letters, and of their phones, less that of what was heard, per letter or phone. */
  characterFit: number;
  phoneFit: number;
}

/** One value each `frameMs`. */
export interface Melody {
  frameMs: number;
  /** Fundamental frequency; 0 where the sound has no pitch. */
  pitchHz: readonly number[];
  /** Root mean square in dB of full scale, at least −100. */
  levelDb: readonly number[];
}
