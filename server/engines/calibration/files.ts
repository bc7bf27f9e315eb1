import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UsualSounds } from '../../domain/explanation/sounds.ts';
import type { Calibrated, DimensionCalibration, ScaleCalibration } from '../../domain/scoring/calibration.ts';
import type { ErrorModel, WordErrorCalibration } from '../../domain/transcript/expected-errors.ts';
import type { Calibration } from './port.ts';

/**
 * Reads `scale.json`, `vocabulary.json`, `fluency.json`, `accent.json`, `accent-states.json`, `accent-prosody.json`,
 * `usual-sounds.json`, `word-errors.json` and `word-errors-whisper.json` of a folder, each with the SHA-256 of its bytes.
 *
 * @throws Error naming the file when one is absent or is no calibration of its dimension
 */
export function loadCalibration(folder: string): Calibration {
  const read = <Kind extends { id: string }>(name: string): Calibrated<Kind> => {
    const path = join(folder, `${name}.json`);
    try {
      const bytes = readFileSync(path);
      const file = JSON.parse(bytes.toString('utf8')) as Kind;
      if (typeof file.id !== 'string') throw new Error('it has no id');
      return { ...file, sha256: createHash('sha256').update(bytes).digest('hex') };
    } catch (cause) {
      throw new Error(`The calibration ${path} cannot be used: ${(cause as Error).message}`, { cause });
    }
  };
  const dimension = (
    wanted: DimensionCalibration['dimension'],
    name: string = wanted,
  ): Calibrated<DimensionCalibration> => {
    const file = read<DimensionCalibration>(name);
    if (file.dimension !== wanted || !(file.features?.length > 0)) {
      throw new Error(`The calibration ${join(folder, `${name}.json`)} is not one of ${wanted}.`);
    }
    return file;
  };
  return {
    scale: read<ScaleCalibration>('scale'),
    vocabulary: dimension('vocabulary'),
    fluency: dimension('fluency'),
    accent: dimension('accent'),
    accentStates: dimension('accent', 'accent-states'),
    accentProsody: dimension('accent', 'accent-prosody'),
    usualSounds: read<UsualSounds>('usual-sounds'),
    wordErrors: read<WordErrorCalibration>('word-errors'),
    wordErrorsOfWhisper: read<ErrorModel>('word-errors-whisper'),
  };
}
