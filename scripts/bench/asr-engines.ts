import { join, resolve } from 'node:path';
import { createCtcAsr } from '../../server/engines/asr/ctc/engine.ts';
import { createPocketsphinx } from '../../server/engines/asr/pocketsphinx.ts';
import type { AsrEngine } from '../../server/engines/asr/port.ts';

const bundled = resolve(import.meta.dirname, '../../models/bundled');

/** The files of the recogniser of our own; `modelPath` may be another acoustic model. */
export const ctcFiles = (modelPath = join(bundled, 'ctc-en.onnx')) => ({
  modelPath,
  languageModelPath: join(bundled, 'words-en.lm'),
  lexiconPath: join(bundled, 'lexicon-en.txt'),
});

/** @param name "ctc" or "pocketsphinx" */
export async function openRecogniser(name: string, modelPath?: string): Promise<AsrEngine> {
  if (name === 'ctc') return createCtcAsr(ctcFiles(modelPath));
  if (name === 'pocketsphinx') return createPocketsphinx();
  throw new Error(`There is no recogniser "${name}": ctc or pocketsphinx.`);
}
