import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreMarkerOf } from '../db/database-fault.ts';
import { REPLACED_PREFIX, RESTORE_FOLDER } from './data-files.ts';

/** Where a restored data folder is made, on the file system that it is for: a mounted folder cannot be renamed. */
export const stagingOf = (dataDir: string): string => join(dataDir, RESTORE_FOLDER, 'new');

/** Written once everything restored is on the disk. From then on the restore is done, also after a crash. */
interface Marker {
  backupId: string;
  /** Where what was there goes, within the data folder; null when there was nothing. */
  replaced: string | null;
  /** Whether it has gone there. */
  isOut: boolean;
}

export interface PlacedRestore {
  backupId: string;
  /** Full path; null when there was nothing. */
  replaced: string | null;
}

/** Of processes that have the folder, or had it. */
export const isLock = (name: string): boolean => /\.lock(-journal|-wal|-shm)?$/.test(name);

/** What a restore leaves where it is: itself, what earlier ones replaced, locks, installed models. */
export function staysInPlace(name: string, { dataDir, modelsDir }: { dataDir: string; modelsDir: string }) {
  return (
    name === RESTORE_FOLDER ||
    name.startsWith(REPLACED_PREFIX) ||
    name === 'lost+found' ||
    isLock(name) ||
    join(dataDir, name) === modelsDir
  );
}

/** The moment of a restore: before it the old data are there, after it the new. */
export async function commitRestore(
  dataDir: string,
  { backupId, replaced }: Pick<Marker, 'backupId' | 'replaced'>,
): Promise<void> {
  await syncFolder(stagingOf(dataDir));
  await writeMarker(dataDir, { backupId, replaced, isOut: false });
}

/**
 * Puts in place what was restored, going on wherever a process that did so was killed. Undefined when nothing waits for it.
 * Only with the lock of the data folder.
 */
export async function putInPlace(place: {
  dataDir: string;
  modelsDir: string;
}): Promise<PlacedRestore | undefined> {
  const { dataDir } = place;
  const marker = await readMarker(dataDir);
  if (!marker) return undefined;
  const replaced = marker.replaced === null ? null : join(dataDir, marker.replaced);
  if (!marker.isOut) {
    if (replaced !== null) {
      await mkdir(replaced, { recursive: true, mode: 0o700 });
      for (const name of await readdir(dataDir)) {
        if (!staysInPlace(name, place)) await rename(join(dataDir, name), join(replaced, name));
      }
      await syncFolder(replaced);
      await syncFolder(dataDir);
    }
    await writeMarker(dataDir, { ...marker, isOut: true });
  }
  const staging = stagingOf(dataDir);
  for (const name of await readdir(staging)) await rename(join(staging, name), join(dataDir, name));
  await syncFolder(dataDir);
  await rm(join(dataDir, RESTORE_FOLDER), { recursive: true, force: true });
  return { backupId: marker.backupId, replaced };
}

async function readMarker(dataDir: string): Promise<Marker | undefined> {
  try {
    return JSON.parse(await readFile(restoreMarkerOf(dataDir), 'utf8')) as Marker;
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function writeMarker(dataDir: string, marker: Marker): Promise<void> {
  const path = restoreMarkerOf(dataDir);
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(marker));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(join(dataDir, RESTORE_FOLDER));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
