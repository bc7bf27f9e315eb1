import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { loadContent } from '../engines/models/content.ts';
import { ModelError } from '../engines/models/model-error.ts';
import { createModelStore, type ModelStore } from '../engines/models/store.ts';
import { takeLock } from '../process/folder-lock.ts';
import type { CommandContext } from './context.ts';

/** The project's own `models`: manifest, catalogue, bundled files. */
export const projectModels = resolve(import.meta.dirname, '../../models');

/** What there is to run models on. */
export const thisMachine = () => ({ cores: availableParallelism(), memoryBytes: totalmem() });

export const openStore = (context: CommandContext): ModelStore =>
  createModelStore({ folder: context.config().modelsDir, checkContent: loadContent });

/**
 * Works on the models folder while no other command changes it. A running server only reads, and reads at its start.
 *
 * @throws ModelError MODELS_BUSY
 */
export async function withModelsLocked<Result>(
  context: CommandContext,
  work: (store: ModelStore) => Promise<Result>,
): Promise<Result> {
  const store = openStore(context);
  const lock = takeLock(store.folder, '.lock');
  if (!lock) {
    throw new ModelError(
      'MODELS_BUSY',
      `Another command is changing the models in ${store.folder}. Wait until it is done.`,
    );
  }
  try {
    return await work(store);
  } finally {
    lock.release();
  }
}
