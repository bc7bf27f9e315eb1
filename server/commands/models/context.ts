import { resolve } from 'node:path';
import { ModelError } from '../../engines/installed/model-error.ts';
import { type ModelPlaces, modelPlaces } from '../../engines/models/local.ts';
import type { ModelStore } from '../../engines/models/store.ts';
import { takeLock } from '../../process/folder-lock.ts';
import type { CommandContext } from '../context.ts';

/** What set-up puts into the project: npm, where the machine's Node is too old. */
export const toolchainFolder = resolve(import.meta.dirname, '../../../scripts/toolchain');

export const openPlaces = (context: CommandContext): ModelPlaces => modelPlaces(context.config());

export const openStore = (context: CommandContext): ModelStore => openPlaces(context).installed;

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
  const lock = takeLock(store.folder, '.lock', 'MODELS_DIR');
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
