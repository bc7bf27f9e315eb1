import type { AlignEngine, SoundsWitness, WordPlacer } from '../../../engines/align/port.ts';
import type { AsrEngine } from '../../../engines/asr/port.ts';
import type { AudioEngine } from '../../../engines/audio/port.ts';
import type { Calibration } from '../../../engines/calibration/port.ts';
import type { ProsodyEngine } from '../../../engines/prosody/port.ts';
import type { SpeakerEngine } from '../../../engines/speakers/port.ts';
import type { TextEngine } from '../../../engines/text/port.ts';
import type { VadEngine } from '../../../engines/vad/port.ts';

/** The ports the speech pipeline's steps use; composed once per lane thread. */
export interface SpeechEngines {
  audio: AudioEngine;
  vad: VadEngine;
  /** Recognisers in order of preference; the first that knows the language is used. */
  asr: readonly AsrEngine[];
  align: readonly AlignEngine[];
  /** Times of words in languages none of them knows. */
  placeWords?: WordPlacer;
  /** Hears how well sounds were said in the states of one recogniser, where it leaves them. */
  soundsWitness?: SoundsWitness;
  /** Pitch and level, for accent in languages no aligner knows. */
  prosody: ProsodyEngine;
  speakers: SpeakerEngine;
  /** Parts of speech and word frequencies, by language; a language none knows is scored without them. */
  text: readonly TextEngine[];
  /** The numbers that turn measured features into scores, with the hashes of their files. */
  calibration: Calibration;
  /** Settings a customer may change, e.g. the confidence gate. */
  settings: {
    /** Overrides the recogniser's own `minMeanConfidence`, and refuses what is below it whatever recogniser heard it; null does neither. */
    minMeanConfidence: number | null;
    /** Overrides the recogniser's own `minWordConfidence`; null keeps it. */
    minWordConfidence: number | null;
    /** Expected word error rate of the candidate's words above which a recording is refused. */
    maxWordErrors: number;
  };
}
