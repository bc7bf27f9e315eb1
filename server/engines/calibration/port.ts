import type { UsualSounds } from '../../domain/explanation/sounds.ts';
import type { Calibrated, DimensionCalibration, ScaleCalibration } from '../../domain/scoring/calibration.ts';
import type { ErrorModel, WordErrorCalibration } from '../../domain/transcript/expected-errors.ts';

/** The calibration files in use. The same files give the same scores, bit for bit. */
export interface Calibration {
  readonly scale: Calibrated<ScaleCalibration>;
  readonly vocabulary: Calibrated<DimensionCalibration>;
  readonly fluency: Calibrated<DimensionCalibration>;
  /** Sounds heard by the aligner's own model. */
  readonly accent: Calibrated<DimensionCalibration>;
  /** Sounds heard in the recogniser's encoder states. */
  readonly accentStates: Calibrated<DimensionCalibration>;
  /** For languages without an aligner. */
  readonly accentProsody: Calibrated<DimensionCalibration>;
  /** How many words the embedded recogniser mishears, and what that leaves of each score. */
  readonly wordErrors: Calibrated<WordErrorCalibration>;
  /** How clear each sound of English usually is. */
  readonly usualSounds: Calibrated<UsualSounds>;
  /** How many words Whisper mishears. */
  readonly wordErrorsOfWhisper: Calibrated<ErrorModel>;
}
