import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../config/limits.ts';
import type { Bucket } from '../storage/s3/bucket.ts';
import { listObjects } from '../storage/s3/list-objects.ts';
import { putObject } from '../storage/s3/put-object.ts';
import { findObject, openObject } from '../storage/s3/read-object.ts';
import { createRemover } from '../storage/s3/remove-objects.ts';
import { abortUnfinishedUploads } from '../storage/s3/unfinished-uploads.ts';
import { BackupError } from './backup-error.ts';
import { asBackupError, withBucket } from './bucket-fault.ts';
import { takeBucketLock } from './bucket-lock.ts';
import { type BackupStore, isBackupPath, objectPath } from './port.ts';

const { partsAtOnce } = limits.objectStorage.backups;

/**
 * Backups in a bucket.
 *
 * @param spoolFolder where what is encrypted waits until its hash is known, which is its name; its files are this command's alone
 */
export function createBucketStore({
  bucket,
  spoolFolder,
}: {
  bucket: Bucket;
  spoolFolder: string;
}): BackupStore {
  const { remove } = createRemover(bucket);
  const lock = createHeldLock(bucket);
  const spoolPath = async () => {
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
    return join(spoolFolder, randomUUID());
  };

  return {
    label: bucket.label,

    async putObject(content) {
      const temporary = await spoolPath();
      try {
        const { sha256, sizeBytes } = await spool(content, temporary);
        const path = objectPath(sha256);
        await withBucket(async () => {
          if ((await findObject(bucket, path))?.sizeBytes === sizeBytes) return;
          lock.requireHeld();
          const stored = createReadStream(temporary);
          await putObject(bucket, path, stored, { expectedBytes: sizeBytes, partsAtOnce });
        });
        return { name: sha256, sizeBytes };
      } finally {
        await rm(temporary, { force: true });
      }
    },

    put: (path, content) =>
      withBucket(() => {
        lock.requireHeld();
        return putObject(bucket, path, content);
      }),

    async read(path) {
      const opened = await withBucket(() => openObject(bucket, path));
      return opened && reading(path, opened.stream());
    },

    sizeOf: (path) => withBucket(async () => (await findObject(bucket, path))?.sizeBytes ?? null),

    async *list(folder) {
      try {
        for await (const { key, sizeBytes } of listObjects(bucket, `${folder}/`)) {
          yield { path: key, sizeBytes };
        }
      } catch (error) {
        throw asBackupError(error);
      }
    },

    delete: (path) =>
      withBucket(() => {
        lock.requireHeld();
        return remove(path);
      }),

    async removeUnfinished() {
      const names = await readdir(spoolFolder).catch(() => []);
      for (const name of names) await rm(join(spoolFolder, name), { force: true });
      return names.length + (await withBucket(() => abortUnfinishedUploads(bucket, 0, isBackupPath)));
    },

    lock: lock.take,

    freeBytes: async () => null,
  };
}

function createHeldLock(bucket: Bucket) {
  let held: { hasIt: () => boolean } | undefined;
  return {
    async take() {
      const taken = await withBucket(() => takeBucketLock(bucket));
      held = taken ?? undefined;
      return taken;
    },
    /** A process that was cut off from the bucket for long must not go on beside the one that took over. */
    requireHeld() {
      if (!held || held.hasIt()) return;
      const message = `${bucket.label} did not answer for so long that another backup may have begun. Start this one again.`;
      throw new BackupError('BACKUP_PLACE', message);
    },
  };
}

async function* reading(path: string, opened: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* opened;
  } catch (error) {
    throw asBackupError(error, path);
  }
}

async function spool(content: AsyncIterable<Uint8Array>, path: string) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for await (const chunk of content) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await file.writeFile(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    const message = `The disk of ${path} is full: what goes into a bucket waits there until it is whole. Free some space.`;
    throw new BackupError('DISK_FULL', message, { cause: error });
  } finally {
    await file?.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}
