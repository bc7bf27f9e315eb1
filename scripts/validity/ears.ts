import { join, resolve } from 'node:path';
import { createCtcAligner } from '../../server/engines/align/ctc.ts';
import { createCtcAsr } from '../../server/engines/asr/ctc/engine.ts';
import { createFreeHearing } from './free-hearing.ts';
import type { Ears } from './hear.ts';

const bundled = resolve(import.meta.dirname, '../../models/bundled');

/** The acoustic model that ships with the product. */
export const bundledModelPath = join(bundled, 'ctc-en.onnx');
export const lexiconPath = join(bundled, 'lexicon-en.txt');

/** @param withRecogniser false where the text is known */
export async function createEars(modelPath: string, withRecogniser: boolean): Promise<Ears> {
  const languageModelPath = join(bundled, 'words-en.lm');
  const [align, free, asr] = await Promise.all([
    createCtcAligner({ modelPath, lexiconPath }),
    createFreeHearing(modelPath),
    withRecogniser ? createCtcAsr({ modelPath, languageModelPath, lexiconPath }) : undefined,
  ]);
  return { align, free, asr: asr };
}
