import { join } from 'node:path';
import { readBundledModels } from './bundled.ts';
import { embedded, readChoice } from './choice.ts';
import { ModelError } from './model-error.ts';
import type { ModelRecord } from './record.ts';
import type { ModelStore } from './store.ts';
import { createHashCache, faultsOf } from './verify.ts';

/**
 * What must hold before the appliance serves: the bundled models, the chosen recogniser and the language packs are
 * the files that were installed.
 *
 * @param bundledFolder the project's `models`
 * @param cachePath keeps hashes from start to start
 * @returns the chosen recogniser, or null for the embedded one
 * @throws ModelError naming every file that is wrong and the command that puts it right
 */
export async function checkModelsAtBoot({
  store,
  bundledFolder,
  cachePath,
}: {
  store: ModelStore;
  bundledFolder: string;
  cachePath: string;
}): Promise<ModelRecord | null> {
  const cache = await createHashCache(cachePath);
  const faults: string[] = [];
  for (const { file, sha256, bytes } of await readBundledModels(bundledFolder)) {
    const bundled = { files: [{ path: file, sizeBytes: bytes, sha256 }] };
    const found = await faultsOf(bundledFolder, bundled, cache.hashFile, { strangers: false });
    faults.push(...found.map((fault) => `${fault}. It came with Assay: install Assay again, or restore it.`));
  }

  const { asr } = await readChoice(store.folder);
  const installed = await store.list();
  const chosen = installed.find(({ id }) => id === asr);
  if (asr !== embedded && !chosen) {
    faults.push(
      `The chosen recogniser "${asr}" is not installed in ${store.folder}. Install it (assay models pull ${asr}, or ` +
        `assay models import BUNDLE), or go back to the embedded one: assay models use asr=${embedded}.`,
    );
  }
  for (const { id, record, fault } of installed) {
    if (record ? record.id !== asr && record.kind !== 'words' : id !== asr) continue;
    const cure = `Install it again (assay models pull ${id}, or assay models import BUNDLE), or do without it: ${
      id === asr ? `assay models use asr=${embedded}` : `assay models remove ${id}`
    }.`;
    if (!record) faults.push(`${fault} ${cure}`);
    else if (id === asr && record.kind !== 'asr') {
      faults.push(
        `The chosen recogniser "${id}" is not a recogniser. Choose another: assay models use asr=MODEL.`,
      );
    } else {
      const found = await faultsOf(store.folderOf(id), record, cache.hashFile);
      faults.push(...found.map((each) => `${each}. It belongs to the model "${id}". ${cure}`));
    }
  }
  await cache.save();
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`).join('\n');
    throw new ModelError('MODEL_DAMAGED', `Assay does not start with damaged models:\n${lines}`);
  }
  return chosen?.record ?? null;
}

/** Where the server keeps the hashes it has seen. */
export const hashCachePath = (dataDir: string): string => join(dataDir, 'models-verified.json');
