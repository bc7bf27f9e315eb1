import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Clock, isoTime } from '../time.ts';
import type { BucketFiles } from './bucket-files.ts';
import { dataFiles, STATE_FOLDER } from './data-files.ts';
import { copyDatabase } from './database.ts';
import { inOrder } from './in-order.ts';
import type { BackupKey } from './keys.ts';
import { type KnownFiles, openKnownFiles } from './known-files.ts';
import { fromLines, toLines } from './lines.ts';
import { withLock } from './lock.ts';
import { type BackupRecord, comparePaths, type ManifestFile, type ManifestHead } from './manifest.ts';
import { storeFile } from './pack.ts';
import type { BackupStore } from './port.ts';
import { createRepository } from './repository.ts';
import { type BackupPlace, type BackupProgress, BLOBS, type CopyWork, type DataFile } from './types.ts';

/** Files under way at once: while one is flushed to the disk, others are encrypted. */
const AT_ONCE = 4;
/** Paths of deleted files that a manifest names; it counts all. */
const GONE_NAMED = 1000;

export interface CreatedBackup {
  record: BackupRecord;
  takenAt: string;
  /** Files that earlier backups had already. */
  knownFiles: number;
  goneCount: number;
  hasKeyPepper: boolean;
  /** Of what a backup that was cut off had left. */
  swept: { files: number; bytes: number } | null;
}

interface CreateBackupOptions {
  /** Where files of runs live in a bucket. */
  bucket?: BucketFiles | null;
  place: BackupPlace;
  store: BackupStore;
  key: BackupKey;
  clock: Clock;
  about: Pick<ManifestHead, 'assayVersion' | 'schema'>;
  /** Deletions with a certificate, asked for once everything is copied: `noteDeletions` of repository.ts. */
  notes: () => AsyncIterable<{ id: string }>;
  signal?: AbortSignal;
  onProgress?: (progress: BackupProgress) => void;
}

/**
 * Makes a backup while everything goes on: first a copy of the database as it is at one moment, then every file, new ones only.
 * Files are stored before the rows that name them, so the files that come after the copy of the database have all that it names,
 * but for what is deleted meanwhile. Killed at any moment, it leaves the earlier backups as they are; the next one clears up and
 * copies nothing twice that was stored whole.
 *
 * @throws BackupError
 */
export function createBackup({
  place,
  store,
  key,
  clock,
  about,
  notes,
  signal,
  onProgress = () => {},
  bucket = null,
}: CreateBackupOptions): Promise<CreatedBackup> {
  return withLock(store, async () => {
    const repository = createRepository(store);
    const now = () => isoTime(clock.now());
    const keys = await repository.openOrMake(key, now());
    const wasCutOff = await repository.begin();
    await store.removeUnfinished();
    const id = backupId(now());
    const folder = join(place.dataDir, STATE_FOLDER, keys.id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const scratch = join(folder, 'scratch');
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { mode: 0o700 });
    const known = await openKnownFiles(folder, { backupId: id, recipients: keys.recipients });
    try {
      const before = await listBefore(place, scratch, bucket);
      const early = await copyEarly(place, scratch);
      const takenAt = now();
      const copy = {
        repository,
        sealer: keys.sealer,
        known,
        signal,
        onProgress,
        done: { files: 0, bytes: 0 },
      };
      const database = await copyDatabase({
        place,
        scratch,
        store: (content, packed) => storeFile(copy, content, packed),
      });
      const totals = await copyFiles(copy, { files: dataFiles(place, early, bucket), before, bucket });
      const head: ManifestHead = {
        format: 'assay-backup-1',
        id,
        createdAt: now(),
        takenAt,
        ...about,
        database: database.kind,
        host: hostname(),
        hasKeyPepper: place.keyPepper === null,
        gone: totals.gone,
        goneCount: totals.goneCount,
      };
      const manifest = keys.sealer.seal(toLines(lines(head, database.file, known)));
      const record = await repository.commit(
        {
          id,
          createdAt: head.createdAt,
          files: totals.files + 1,
          sizeBytes: totals.storedBytes + database.file.storedBytes,
          addedBytes: totals.addedBytes + database.file.storedBytes,
        },
        { manifest, objects: [...totals.objects, database.file.object] },
      );
      await known.keep();
      await repository.noteDeletions(keys.sealer, notes());
      const swept = wasCutOff ? await repository.sweep() : null;
      await repository.end();
      const { knownFiles, goneCount } = totals;
      return { record, takenAt, knownFiles, goneCount, hasKeyPepper: head.hasKeyPepper, swept };
    } finally {
      await known.close();
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

async function* lines(head: ManifestHead, database: ManifestFile, known: KnownFiles) {
  yield head;
  yield database;
  yield* known.added();
}

/** Its time to the millisecond, and what keeps two of other machines apart: `20261123T181841250Z-1cc9dc`. */
const backupId = (nowIso: string): string =>
  `${nowIso.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;

/** The paths of the files that the copy of the database will name. */
async function listBefore(place: BackupPlace, scratch: string, bucket: BucketFiles | null): Promise<string> {
  const path = join(scratch, 'before');
  const nothing = { folder: join(scratch, 'none'), names: new Set<string>() };
  async function* paths() {
    for await (const file of dataFiles(place, nothing, bucket)) {
      if (file.path.startsWith(`${BLOBS}/`)) yield file.path;
    }
  }
  await pipeline(toLines(paths()), createWriteStream(path, { mode: 0o600 }));
  return path;
}

/**
 * Copies what must not be later than the database: the ends of the audit log, which verification would miss in an older one, and
 * interviews under way, whose recordings move elsewhere when they end.
 */
async function copyEarly(place: BackupPlace, scratch: string) {
  const folder = join(scratch, 'early');
  await mkdir(folder, { mode: 0o700 });
  const { file } = place.auditAnchors;
  const names = new Set(['live', ...(dirname(file) === place.dataDir ? [basename(file)] : [])]);
  for (const name of names) {
    const source = join(place.dataDir, name);
    const found = await stat(source).catch(() => undefined);
    if (!found) continue;
    if (found.isFile())
      await pipeline(createReadStream(source), createWriteStream(join(folder, name), { mode: 0o600 }));
    else await copyFolder(source, join(folder, name));
  }
  return { folder, names };
}

/** Interviews may end, and their files go, while they are copied. */
async function copyFolder(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await cp(from, to, { recursive: true, preserveTimestamps: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 5) throw error;
      await rm(to, { recursive: true, force: true });
    }
  }
}

async function copyFiles(
  work: CopyWork,
  { files, before, bucket }: { files: AsyncIterable<DataFile>; before: string; bucket: BucketFiles | null },
) {
  const { known, repository } = work;
  const totals = {
    files: 0,
    knownFiles: 0,
    storedBytes: 0,
    addedBytes: 0,
    objects: [] as string[],
    gone: [] as string[],
    goneCount: 0,
  };
  /** What was there before and is met no more. */
  const expected = fromLines<string>(createReadStream(before));
  let next = await expected.next();
  const missUpTo = async (path: string | null) => {
    while (!next.done && (path === null || comparePaths(next.value, path) < 0)) {
      totals.goneCount++;
      if (totals.gone.length < GONE_NAMED) totals.gone.push(next.value);
      next = await expected.next();
    }
    if (!next.done && next.value === path) next = await expected.next();
  };

  async function* withKnown() {
    for await (const file of files) {
      work.signal?.throwIfAborted();
      yield { file, found: await known.find(file) };
    }
  }
  const made = inOrder(withKnown(), AT_ONCE, async ({ file, found }) => {
    if (found && (await repository.sizeOfObject(found.object)) === found.storedBytes) {
      return { line: found, isNew: false };
    }
    const content = file.source
      ? createReadStream(file.source, { highWaterMark: 1024 * 1024 })
      : await bucket!.open(file.path);
    // Deleted since it was listed.
    if (!content) return undefined;
    const stored = await storeFile(work, content).catch(async (error: NodeJS.ErrnoException) => {
      // Deleted since it was listed.
      if (error.code === 'ENOENT' && file.source && error.path === file.source) return undefined;
      if (!file.source && (await bucket!.open(file.path)) === undefined) return undefined;
      throw error;
    });
    const { path, modifiedMs } = file;
    return stored && { line: { path, modifiedMs, ...stored } satisfies ManifestFile, isNew: true };
  });
  for await (const one of made) {
    if (!one) continue;
    await missUpTo(one.line.path);
    await known.add(one.line, one.isNew);
    totals.files++;
    totals.storedBytes += one.line.storedBytes;
    totals.objects.push(one.line.object);
    if (one.isNew) totals.addedBytes += one.line.storedBytes;
    else totals.knownFiles++;
    work.done.files++;
    if (!one.isNew) work.done.bytes += one.line.sizeBytes;
    work.onProgress(work.done);
  }
  await missUpTo(null);
  return totals;
}
