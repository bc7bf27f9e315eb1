import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where set-up puts the recogniser's published networks. */
export const englishRecogniser = resolve(import.meta.dirname, '../../models/weights/moonshine-base-en');

/** Why tests that listen with it are left out, or false. */
export const withoutEnglishRecogniser = (): string | false =>
  existsSync(join(englishRecogniser, 'encoder_model.onnx'))
    ? false
    : 'models/weights has no moonshine-base-en: scripts/setup fetches it';
