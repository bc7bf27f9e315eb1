import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelFile, ModelRecord } from '../../installed/record.ts';
import type { Progress } from '../bundle/lists.ts';
import { type HubModel, type Precision, sentenceFiles, voiceFiles, whisperFiles } from '../catalogue.ts';
import { faultsOf } from '../content/verify.ts';
import { absent, type ModelStore } from '../store.ts';
import { downloadFile, type Patience } from './download.ts';
import { fileUrl, type HubFile, type HubListing } from './hub.ts';

/** How long parts of abandoned downloads are kept. */
const keepPartsMs = 14 * 24 * 3_600_000;

export interface HubPull {
  store: ModelStore;
  model: HubModel;
  precision: Precision;
  /** Hub or mirror, without a slash at the end. */
  baseUrl: string;
  /** What the hub holds (`listRepository`). */
  listing: HubListing;
  patience?: Patience | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Progress;
}

/**
 * Downloads a model and installs it. What came stays in `.partial`, by its hash, until the model is complete: a pull
 * that was broken off goes on where it stopped, also days later and from another mirror.
 *
 * Hashes come from the same hub as the files: they tell damage, not a hub that lies.
 *
 * @returns the record, and whether anything was downloaded (an undamaged model of the same commit is left as it is)
 * @throws ModelError
 */
export async function pullHubModel(request: HubPull): Promise<{ record: ModelRecord; isNew: boolean }> {
  const { store, model, precision, baseUrl, listing, signal, onProgress = () => {} } = request;
  const address = { baseUrl, repo: model.source.hub.repo };
  const { commit, files } = listing;
  const id = installedId(model.id, precision);
  const source = `${address.repo} at ${commit}, ${precision}`;
  const before = await store.find(id).catch(() => undefined);
  const isWhole = before?.source === source && (await faultsOf(store.folderOf(id), before)).length === 0;
  if (isWhole) return { record: before, isNew: false };

  const choose =
    model.kind === 'embeddings' ? sentenceFiles : model.kind === 'tts' ? voiceFiles : whisperFiles;
  const wanted = choose(files, precision, address.repo);
  const partial = await partialFolder(store);
  const partOf = ({ hash, path }: HubFile) => join(partial, `${hash.hex}-${path.replaceAll('/', '+')}`);
  const present = await Promise.all(
    wanted.map(async (file) => (await stat(partOf(file)).catch(absent))?.size ?? 0),
  );
  const allBytes = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await store.requireSpace(allBytes - present.reduce((sum, size) => sum + size, 0));

  const got: ModelFile[] = [];
  let doneBytes = 0;
  for (const file of wanted) {
    const sha256 = await downloadFile({
      url: fileUrl(address, commit, file.path),
      partPath: partOf(file),
      file,
      patience: request.patience,
      signal,
      onBytes: (bytes) => onProgress(doneBytes + bytes, allBytes),
    });
    doneBytes += file.sizeBytes;
    onProgress(doneBytes, allBytes);
    got.push({ path: file.path, sizeBytes: file.sizeBytes, sha256 });
  }

  const staging = await store.stage(id);
  try {
    for (const file of wanted) {
      const path = join(staging.folder, file.path);
      await mkdir(dirname(path), { recursive: true });
      await rename(partOf(file), path);
    }
    const { kind, title, licence } = model;
    const record = await staging.prepare({ format: 1, id, kind, title, licence, source, files: got });
    await staging.place();
    return { record, isNew: true };
  } finally {
    await staging.discard();
  }
}

/** Eight-bit weights are the usual ones; others show in the name, so that both can be installed. */
export const installedId = (id: string, precision: Precision): string =>
  precision === 'int8' ? id : `${id}-${precision}`;

/** Folder of unfinished downloads; removes those older than `keepPartsMs`. */
export async function partialFolder(store: Pick<ModelStore, 'folder'>): Promise<string> {
  const partial = join(store.folder, '.partial');
  await mkdir(partial, { recursive: true });
  for (const name of await readdir(partial)) {
    const path = join(partial, name);
    const found = await stat(path).catch(absent);
    if (found && Date.now() - found.mtimeMs > keepPartsMs) await rm(path, { force: true });
  }
  return partial;
}
