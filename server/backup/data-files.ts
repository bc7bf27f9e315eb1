import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketFiles } from './bucket-files.ts';
import { BLOBS, type DataFile } from './types.ts';

/** Of backups and restores themselves, within the data folder. */
export const STATE_FOLDER = 'backup';
export const RESTORE_FOLDER = 'restore';
export const REPLACED_PREFIX = 'replaced-';

/** What can be had again, or is no data: the database has its own way into a backup. */
const left = [
  // The database, its journal, and copies of it from before a migration.
  /^assay\.db(-wal|-shm|-journal|\.before-.+)?$/,
  // Copies of what is in a bucket, while programs read them.
  /^lent$/,
  // Locks and signs of life; intermediate files, which runs make again; installed models and what was checked of them.
  /\.lock(-journal|-wal|-shm)?$/,
  /\.alive$/,
  /^work$/,
  /^models$/,
  /^models-verified\.json$/,
  // Numbers made of what candidates' rows say, which workers make again.
  /^vectors$/,
];

/** What restores and backups keep in the data folder of their own. */
export const isOfBackups = (name: string): boolean =>
  name === STATE_FOLDER || name === RESTORE_FOLDER || name.startsWith(REPLACED_PREFIX);

/**
 * Things at the top of a data folder that a backup has, the database aside.
 *
 * @param modelsDir may lie in it under another name
 */
export function isBackedUp(name: string, { dataDir, modelsDir }: { dataDir: string; modelsDir: string }) {
  return !isOfBackups(name) && join(dataDir, name) !== modelsDir && !left.some((one) => one.test(name));
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Every file of a backup in the order of `comparePaths`, without holding more than a folder's names. What is deleted meanwhile is
 * left out. Links and sockets are no data.
 *
 * @param early things at the top that are read from another folder, where they were copied before the database was
 * @param bucket the files of runs where they live in a bucket: a folder of them that is left over is not backed up then
 */
export async function* dataFiles(
  place: { dataDir: string; modelsDir: string },
  early: { folder: string; names: ReadonlySet<string> },
  bucket: BucketFiles | null = null,
): AsyncGenerator<DataFile> {
  const found = await readdir(place.dataDir);
  const names = new Set(found.filter((name) => isBackedUp(name, place) && !early.names.has(name)));
  for (const name of await readdir(early.folder).catch(() => [])) names.add(name);
  if (bucket) names.add(BLOBS);
  for (const name of [...names].sort()) {
    if (bucket && name === BLOBS) {
      yield* bucket.files();
      continue;
    }
    const root = early.names.has(name) ? early.folder : place.dataDir;
    yield* below(join(root, name), name);
  }
}

async function* below(source: string, path: string): AsyncGenerator<DataFile> {
  const found = await stat(source).catch(ignoreMissing);
  if (found?.isFile()) {
    yield { path, source, sizeBytes: found.size, modifiedMs: found.mtimeMs };
    return;
  }
  if (!found?.isDirectory()) return;
  const entries = await readdir(source, { withFileTypes: true }).catch(ignoreMissing);
  const names = (entries ?? []).filter((entry) => entry.isFile() || entry.isDirectory());
  for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Uploads on their way belong to nothing yet.
    if (path === BLOBS && name.startsWith('.')) continue;
    yield* below(join(source, name), `${path}/${name}`);
  }
}

const ignoreMissing = (error: unknown) => {
  if (!isMissing(error)) throw error;
  return undefined;
};
