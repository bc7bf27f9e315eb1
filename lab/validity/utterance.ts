import type { PitchTrack } from '#server/domain/scoring/prosody.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';

/** Everything that was measured in one utterance before features are made of it. Times begin with the utterance. */
export interface UtteranceEvidence {
  durationMs: number;
  /** Words in order, with phones where the aligner found them. Empty where nothing was recognised. */
  words: readonly AlignedWord[];
  /** What the recogniser writes down without knowing the text; absent where none listened. */
  heard?: readonly HeardWord[];
  /** Absent where the sound itself was not measured. */
  pitchTrack?: PitchTrack;
  /** What networks over the recogniser's states say of it, 0–10 in the order of `ratings`; absent where none was asked. */
  networks?: readonly number[];
}

export interface HeardWord {
  text: string;
  confidence: number;
}
