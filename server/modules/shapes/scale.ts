import file from '../../../models/calibration/scale.json' with { type: 'json' };
import errors from '../../../models/calibration/word-errors.json' with { type: 'json' };
import whisper from '../../../models/calibration/word-errors-whisper.json' with { type: 'json' };
import type { ScaleCalibration } from '../../domain/scoring/calibration.ts';
import type { ConfidenceFamily, ErrorModel } from '../../domain/transcript/expected-errors.ts';

/** What tells how many words are misheard, as it is shipped: outside a lane. */
export const errorModels = { moonshine: errors, whisper } as unknown as Record<ConfidenceFamily, ErrorModel>;

/** Cut points and weights as they are shipped: for putting `overall` together outside a lane. */
export const scale: ScaleCalibration = file;
