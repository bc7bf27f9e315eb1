import { join } from 'node:path';
import { ModelError } from '../installed/model-error.ts';
import type { LocalModel } from '../installed/record.ts';
import { readBundledModels } from './bundled.ts';
import { type CatalogueModel, isNpmModel, readCatalogue } from './catalogue.ts';
import { embedded, readChoice } from './choice.ts';
import { createHashCache, faultsOf } from './content/verify.ts';
import { wordPackLanguage } from './import-word-list.ts';
import { type FoundModel, listLocal, type ModelPlaces } from './local.ts';
import { reinstallCommand } from './reinstall.ts';

/**
 * What must hold before the appliance serves: the bundled models, the chosen recogniser, those that came with the
 * installation and the language packs are the files that were installed.
 *
 * @param bundledFolder the project's `models`
 * @param cachePath keeps hashes from start to start
 * @returns the chosen recogniser, or null for the embedded one
 * @throws ModelError naming every file that is wrong and the command that puts it right
 */
export async function checkModelsAtBoot({
  places,
  bundledFolder,
  cachePath,
}: {
  places: ModelPlaces;
  bundledFolder: string;
  cachePath: string;
}): Promise<LocalModel | null> {
  const cache = await createHashCache(cachePath);
  const faults: string[] = [];
  for (const { file, sha256, bytes } of await readBundledModels(bundledFolder)) {
    const bundled = { files: [{ path: file, sizeBytes: bytes, sha256 }] };
    const found = await faultsOf(bundledFolder, bundled, cache.hashFile, { strangers: false });
    faults.push(...found.map((fault) => `${fault}. It came with Assay: install Assay again, or restore it.`));
  }

  const catalogue = await readCatalogue(bundledFolder);
  const folder = places.installed.folder;
  const { asr } = await readChoice(places);
  const local = await listLocal(places);
  const chosen = local.find(({ id }) => id === asr);
  if (asr !== embedded && !chosen) {
    faults.push(
      `The chosen recogniser "${asr}" is not installed in ${folder}. Install it ` +
        `(${reinstallCommand(asr, catalogue)}), or go back to the embedded one: assay models use asr=${embedded}.`,
    );
  }
  for (const model of local) {
    // Whatever else is here takes no part.
    const isTaken = isTakenUnchosen(model, catalogue);
    if (model.id !== asr && !isTaken) continue;
    const { id, dir, record, fault, isShipped } = model;
    const without = id === asr ? `assay models use asr=${embedded}` : `assay models remove ${id}`;
    // A model that came with the installation, or that no setting replaces, can only be installed again.
    const canDoWithout = id === asr ? !isTaken : !isShipped;
    const orWithout = canDoWithout ? `, or do without it: ${without}` : '';
    const cure = `Install it again (${reinstallCommand(id, catalogue)})${orWithout}.`;
    if (!record) faults.push(`${fault} ${cure}`);
    else if (id === asr && record.kind !== 'asr') {
      faults.push(
        `The chosen recogniser "${id}" is not a recogniser. Choose another: assay models use asr=MODEL.`,
      );
    } else {
      const found = await faultsOf(dir, record, cache.hashFile);
      faults.push(...found.map((each) => `${each}. It belongs to the model "${id}". ${cure}`));
    }
  }
  await cache.save();
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`).join('\n');
    throw new ModelError('MODEL_DAMAGED', `Assay does not start with damaged models:\n${lines}`);
  }
  return chosen?.record ? { record: chosen.record, dir: chosen.dir } : null;
}

/**
 * Language packs, models of embeddings, voices, and the recognisers of which one is used where none was chosen. What came with the
 * installation and does not even say what it is may be one of these.
 */
export function isTakenUnchosen(
  { id, record, isShipped }: Pick<FoundModel, 'id' | 'record' | 'isShipped'>,
  catalogue: readonly CatalogueModel[],
): boolean {
  if (isShipped && !record) return true;
  const isPack = record ? record.kind !== 'asr' : wordPackLanguage(id) !== null;
  return isPack || catalogue.some((model) => model.id === id && isNpmModel(model));
}

/** Where the server keeps the hashes it has seen. */
export const hashCachePath = (dataDir: string): string => join(dataDir, 'models-verified.json');
