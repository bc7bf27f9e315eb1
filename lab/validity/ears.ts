import { join, resolve } from 'node:path';
import { createCtcAligner } from '../../server/engines/align/ctc.ts';
import type { AlignEngine } from '../../server/engines/align/port.ts';
import { type Listener, openListener } from './listen.ts';

const models = resolve(import.meta.dirname, '../../models');

/** The acoustic model that ships with the product. */
export const bundledModelPath = join(models, 'bundled', 'ctc-en.onnx');
export const lexiconPath = join(models, 'bundled', 'lexicon-en.txt');

/** What it takes to measure an utterance. */
export interface Ears {
  align: AlignEngine;
  listener: Listener;
}

/**
 * @param recogniserPath a folder with Moonshine base as it is published
 * @param graphsFolder graphs with another correction than the bundled ones
 */
export async function createEars(recogniserPath: string, graphsFolder?: string): Promise<Ears> {
  const [align, listener] = await Promise.all([
    createCtcAligner({ modelPath: bundledModelPath, lexiconPath }),
    openListener(recogniserPath, graphsFolder),
  ]);
  return { align, listener };
}
