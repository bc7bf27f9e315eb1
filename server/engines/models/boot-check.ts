import { join } from 'node:path';
import { readBundledModels } from './bundled.ts';
import { readCatalogue } from './catalogue.ts';
import { embedded, readChoice } from './choice.ts';
import { isWordPackId } from './import-word-list.ts';
import { ModelError } from './model-error.ts';
import type { ModelRecord } from './record.ts';
import { reinstallCommand } from './reinstall.ts';
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

  const catalogue = await readCatalogue(bundledFolder);
  const { asr } = await readChoice(store.folder);
  const installed = await store.list();
  const chosen = installed.find(({ id }) => id === asr);
  if (asr !== embedded && !chosen) {
    faults.push(
      `The chosen recogniser "${asr}" is not installed in ${store.folder}. Install it ` +
        `(${reinstallCommand(asr, catalogue)}), or go back to the embedded one: assay models use asr=${embedded}.`,
    );
  }
  for (const { id, record, fault } of installed) {
    // Whatever else is installed takes no part.
    const isWordList = record ? record.kind === 'words' : isWordPackId(id);
    if (id !== asr && !isWordList) continue;
    const without = id === asr ? `assay models use asr=${embedded}` : `assay models remove ${id}`;
    const cure = `Install it again (${reinstallCommand(id, catalogue)}), or do without it: ${without}.`;
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
