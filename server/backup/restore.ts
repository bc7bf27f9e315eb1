import { mkdir, open, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreMarkerOf } from '../db/database-fault.ts';
import { lockDataFolder } from '../process/folder-lock.ts';
import { type Clock, isoTime } from '../time.ts';
import { BackupError } from './backup-error.ts';
import type { BucketFiles } from './bucket-files.ts';
import { REPLACED_PREFIX, RESTORE_FOLDER, STATE_FOLDER } from './data-files.ts';
import { requireFree } from './free-space.ts';
import { inOrder } from './in-order.ts';
import type { BackupKey, Opener } from './keys.ts';
import { writeKnownFiles } from './known-files.ts';
import {
  type BackupRecord,
  comparePaths,
  DATABASE_PATHS,
  type ManifestFile,
  type ManifestHead,
} from './manifest.ts';
import { openFile } from './pack.ts';
import type { BackupStore } from './port.ts';
import { restorePostgres } from './postgres.ts';
import { commitRestore, isLock, putInPlace, stagingOf, staysInPlace } from './put-in-place.ts';
import { readManifest } from './read-manifest.ts';
import type { RepositoryKeys } from './repository/opening.ts';
import { createRepository, type Repository } from './repository.ts';
import { type BackupPlace, type BackupProgress, BLOBS } from './types.ts';

const AT_ONCE = 4;

export interface RestoreRequest {
  /** Where files of runs are to live; null: in the data folder. */
  bucket: BucketFiles | null;
  store: BackupStore;
  key: BackupKey;
  /** The newest when undefined. */
  backupId: string | undefined;
  /** Where to: the data folder, and the database of PostgreSQL. */
  place: BackupPlace;
  /** What is there is put aside. */
  force: boolean;
  /** Files that cannot be read back are left out; otherwise they end the restore. */
  skipDamaged: boolean;
  clock: Clock;
  /** Migrations that this Assay knows. */
  knownSchemas: readonly string[];
  /** PostgreSQL: who else uses the database, and whether it has tables. */
  lookAtDatabase: () => Promise<{ connections: number; isEmpty: boolean }>;
  /**
   * The restored data folder, before it takes the old one's place: what was deleted since is deleted there again, and the log
   * says that it was restored.
   */
  finish: (restored: {
    dataDir: string;
    head: ManifestHead;
    repository: Repository;
    opener: Opener;
  }) => Promise<void>;
  onProgress?: (progress: BackupProgress & { ofBytes: number }) => void;
}

export interface Restored {
  record: BackupRecord;
  head: ManifestHead;
  files: number;
  bytes: number;
  /** What is wrong with the files that were left out. */
  skipped: string[];
  /** Where what was there is now; null when there was nothing. */
  replaced: string | null;
}

/**
 * Makes a data folder out of a backup. Everything is restored and checked beside what is there; only then it takes its place, by one
 * rename that counts. Killed at any moment, the folder is the old one or the new one: the next start, or the next restore, finishes
 * what had been decided.
 *
 * @throws BackupError; FolderInUseError while a server serves the folder
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { store, key, place } = request;
  const repository = createRepository(store);
  const keys = await repository.open(key);
  if (!keys.opener) {
    throw new BackupError('BACKUP_KEY', 'A public key only makes backups. To restore, give the secret key.');
  }
  const record = await repository.find(request.backupId);
  const { opener } = keys;
  const { head, files } = await readManifest(repository, opener, record);
  checkFits(head, request);
  const before = await readdir(place.dataDir).catch(() => null);
  const lock = lockDataFolder(place.dataDir);
  try {
    // What an earlier restore had decided comes first: this one may replace it.
    await putInPlace(place);
    await rm(join(place.dataDir, RESTORE_FOLDER), { recursive: true, force: true });
    const old = (await readdir(place.dataDir)).filter((name) => !staysInPlace(name, place));
    await refuse(request, old);
    const total = { files: 0, bytes: 0 };
    let localBytes = 0;
    for await (const file of files()) {
      total.files++;
      total.bytes += file.sizeBytes;
      if (!request.bucket || !isBlob(file.path)) localBytes += file.sizeBytes;
    }
    await requireFree(place.dataDir, localBytes, `Backup ${record.id}`);
    await request.bucket?.beginRestore(record.id);
    const staging = stagingOf(place.dataDir);
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const skipped = await restoreFiles(request, {
      repository,
      opener,
      files: files(),
      staging,
      ofBytes: total.bytes,
    });
    if (head.database === 'PostgreSQL') {
      const dumpPath = join(staging, DATABASE_PATHS.PostgreSQL);
      await restorePostgres(place.databaseUrl!, { dumpPath, searchPath: place.searchPath });
      await rm(dumpPath);
    }
    await request.finish({ dataDir: staging, head, repository, opener });
    await rememberFiles(staging, keys, { files, bucket: request.bucket });
    // From the next line on the bucket is in use.
    await request.bucket?.endRestore();
    const replaced = old.length === 0 ? null : REPLACED_PREFIX + compactTime(request.clock);
    await commitRestore(place.dataDir, { backupId: record.id, replaced });
    const placed = await putInPlace(place);
    return { record, head, ...total, skipped, replaced: placed!.replaced };
  } catch (error) {
    // Before the decision nothing of it is wanted any more; after it, it is finished by the next start.
    if (!(await isDecided(place.dataDir))) {
      await rm(join(place.dataDir, RESTORE_FOLDER), { recursive: true, force: true });
      if (before === null || before.length === 0) await leaveNothing(place.dataDir, before === null);
    }
    throw error;
  } finally {
    lock.release();
  }
}

/** Of a folder that was empty, or was made for a restore that failed. */
async function leaveNothing(folder: string, wasMade: boolean): Promise<void> {
  const locks = (await readdir(folder)).filter((name) => isLock(name));
  for (const name of locks) await rm(join(folder, name), { force: true });
  // Another program may have put files there meanwhile.
  if (wasMade) await rmdir(folder).catch(() => undefined);
}

const compactTime = (clock: Clock) => isoTime(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');

const isDecided = async (dataDir: string) =>
  (await stat(restoreMarkerOf(dataDir)).catch(() => undefined)) !== undefined;

function checkFits(head: ManifestHead, { knownSchemas, place }: RestoreRequest): void {
  const refuse = (message: string): never => {
    throw new BackupError('RESTORE_REFUSED', message);
  };
  if (!knownSchemas.includes(head.schema)) {
    refuse(
      `Backup ${head.id} was made by Assay ${head.assayVersion}, which is newer than this one. Install that version, then restore.`,
    );
  }
  if (!head.hasKeyPepper && !place.keyPepper) {
    refuse(
      `Backup ${head.id} is of an installation with the setting KEY_PEPPER, which is not in it: set the same.`,
    );
  }
  if (head.database === 'PostgreSQL' && !place.databaseUrl) {
    refuse(
      `Backup ${head.id} is of an installation on PostgreSQL: set DATABASE_URL to the database to restore into.`,
    );
  }
  if (head.database === 'SQLite' && place.databaseUrl) {
    refuse(`Backup ${head.id} is of an installation on SQLite: restore it without DATABASE_URL.`);
  }
}

async function refuse(
  { place, force, lookAtDatabase, bucket }: RestoreRequest,
  old: readonly string[],
): Promise<void> {
  if (place.databaseUrl) {
    const { connections, isEmpty } = await lookAtDatabase();
    if (connections > 0) {
      throw new BackupError(
        'RESTORE_REFUSED',
        `${connections} other ${connections === 1 ? 'connection uses' : 'connections use'} the database of DATABASE_URL. Stop every Assay on it first.`,
      );
    }
    if (!isEmpty && !force) {
      throw new BackupError(
        'RESTORE_REFUSED',
        'The database of DATABASE_URL is not empty. Give an empty one, or --force: then everything in it is replaced.',
      );
    }
  }
  if (bucket && !force && (await bucket.isInUse())) {
    throw new BackupError(
      'RESTORE_REFUSED',
      `There are files already in ${bucket.label} under S3_PREFIX. Set another S3_PREFIX, which is best: what is there then stays as it is. Or --force: files of the same name are replaced, and those that the restored database does not know are removed when the server starts.`,
    );
  }
  if (old.length === 0 || force) return;
  throw new BackupError(
    'RESTORE_REFUSED',
    `The folder ${place.dataDir} is not empty (it has ${old.slice(0, 3).join(', ')}${old.length > 3 ? ' …' : ''}). Give another, or --force: then what is there is put aside in it.`,
  );
}

async function restoreFiles(
  { onProgress = () => {}, skipDamaged, bucket }: RestoreRequest,
  {
    repository,
    opener,
    files,
    staging,
    ofBytes,
  }: {
    repository: Repository;
    opener: Opener;
    files: AsyncIterable<ManifestFile>;
    staging: string;
    ofBytes: number;
  },
): Promise<string[]> {
  const skipped: string[] = [];
  const done = { files: 0, bytes: 0, ofBytes };
  const written = inOrder(files, AT_ONCE, async (file) => {
    const parts = partsOf(file.path);
    async function* counted() {
      for await (const chunk of openFile(repository, opener, file)) {
        done.bytes += chunk.length;
        onProgress(done);
        yield chunk;
      }
    }
    const skip = (error: unknown) => {
      const isDamaged = error instanceof BackupError && error.code === 'BACKUP_DAMAGED';
      if (!skipDamaged || !isDamaged || isDatabase(file.path)) throw error;
      skipped.push(error.message);
    };
    if (bucket && isBlob(file.path)) {
      await bucket.put(file.path, counted(), file.sizeBytes).catch(skip);
      return;
    }
    const path = join(staging, ...parts);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of counted()) await target.writeFile(chunk);
      await target.sync();
    } catch (error) {
      skip(error);
      await rm(path);
      return;
    } finally {
      await target.close();
    }
    const modified = file.modifiedMs / 1000;
    await utimes(path, modified, modified);
  });
  for await (const _ of written) done.files++;
  return skipped;
}

const isBlob = (path: string) => path.startsWith(`${BLOBS}/`);
const isDatabase = (path: string) => (Object.values(DATABASE_PATHS) as string[]).includes(path);

/** A forged manifest must not reach outside of the folder. */
function partsOf(path: string): string[] {
  const parts = path.split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')))
    return parts;
  throw new BackupError('BACKUP_DAMAGED', `"${path}" is no path within a data folder.`);
}

/** The next backup of the restored folder goes on from this one. */
async function rememberFiles(
  staging: string,
  { id, recipients }: RepositoryKeys,
  { files, bucket }: { files: () => AsyncIterable<ManifestFile>; bucket: BucketFiles | null },
): Promise<void> {
  const folder = join(staging, STATE_FOLDER, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  async function* dataFiles() {
    const listed = bucket?.files();
    let next = await listed?.next();
    for await (const file of files()) {
      if (isDatabase(file.path)) continue;
      if (!bucket || !isBlob(file.path)) {
        yield file;
        continue;
      }
      // A bucket says itself when something was stored.
      while (next && !next.done && comparePaths(next.value.path, file.path) < 0) next = await listed!.next();
      if (next && !next.done && next.value.path === file.path) {
        yield { ...file, modifiedMs: next.value.modifiedMs };
      }
    }
  }
  await writeKnownFiles(folder, { recipients, files: dataFiles() });
}
