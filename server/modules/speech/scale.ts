import file from '../../../models/calibration/scale.json' with { type: 'json' };
import type { ScaleCalibration } from '../../domain/scoring/calibration.ts';

/** Cut points and weights as they are shipped: for putting `overall` together outside a lane. */
export const scale: ScaleCalibration = file;
