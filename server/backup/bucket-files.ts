import { Readable } from 'node:stream';
import type { Bucket } from '../storage/s3/bucket.ts';
import { listObjects } from '../storage/s3/list-objects.ts';
import { putObject } from '../storage/s3/put-object.ts';
import { openObject } from '../storage/s3/read-object.ts';
import { createRemover } from '../storage/s3/remove-objects.ts';
import { asBackupError, withBucket } from './bucket-fault.ts';
import { comparePaths } from './manifest.ts';
import { BLOBS, type DataFile } from './types.ts';

/** While it is there, a restore has begun to fill the bucket and has not ended. */
const RESTORING = 'restoring.json';

/** The files of runs of an installation that keeps them in a bucket. Paths are those of a backup: "blobs/…". */
export interface BucketFiles {
  readonly label: string;
  /** In the order of `comparePaths`. @throws BackupError */
  files(): AsyncGenerator<DataFile>;
  /** Undefined where there is none. @throws BackupError */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** For restores. @throws BackupError */
  put(path: string, content: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<void>;
  /** Whether there is anything that no restore which was cut off has put there. @throws BackupError */
  isInUse(): Promise<boolean>;
  beginRestore(backupId: string): Promise<void>;
  endRestore(): Promise<void>;
}

async function* reading(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw asBackupError(error);
  }
}

const keyOf = (path: string) => path.slice(BLOBS.length + 1);

export function createBucketFiles(bucket: Bucket): BucketFiles {
  const { remove } = createRemover(bucket);
  async function* listed(): AsyncGenerator<DataFile> {
    for await (const { key, sizeBytes, modifiedAtMs } of listObjects(bucket, '')) {
      // What only checks and restores put there.
      if (!key.includes('/')) continue;
      yield { path: `${BLOBS}/${key}`, source: null, sizeBytes, modifiedMs: modifiedAtMs };
    }
  }

  return {
    label: bucket.label,

    async *files() {
      try {
        yield* asFolders(listed());
      } catch (error) {
        throw asBackupError(error);
      }
    },

    open: (path) =>
      withBucket(async () => {
        const opened = await openObject(bucket, keyOf(path));
        return opened && reading(opened.stream());
      }),

    async put(path, content, sizeBytes) {
      await withBucket(() => putObject(bucket, keyOf(path), content, { expectedBytes: sizeBytes }));
    },

    isInUse: () =>
      withBucket(async () => {
        for await (const { key } of listObjects(bucket, RESTORING)) if (key === RESTORING) return false;
        for await (const _ of listed()) return true;
        return false;
      }),

    async beginRestore(backupId) {
      const text = JSON.stringify({ backupId });
      await withBucket(() => putObject(bucket, RESTORING, Readable.from([text])));
    },

    endRestore: () => withBucket(() => remove(RESTORING)),
  };
}

/**
 * The keys of a bucket come by their bytes, "a-b/x" before "a/x"; a walk through folders meets "a" before "a-b". What may have to wait is
 * held back: never more than the folders whose names begin alike.
 */
export async function* asFolders<File extends { path: string }>(
  files: AsyncIterable<File>,
): AsyncGenerator<File> {
  let held: File[] = [];
  for await (const file of files) {
    const ready = held.findIndex(({ path }) => mayFollow(path, file.path));
    const free = ready < 0 ? held : held.slice(0, ready);
    // Only what sorts before all that may still come.
    yield* free;
    held = held.slice(free.length);
    const at = held.findIndex(({ path }) => comparePaths(file.path, path) < 0);
    held.splice(at < 0 ? held.length : at, 0, file);
  }
  yield* held;
}

/** Whether a path that sorts before `held` by folders may still come, when `next` comes now by bytes. */
function mayFollow(held: string, next: string): boolean {
  for (const { index } of held.matchAll(/[-.]/g)) {
    // The folder that is named by the beginning of this name: all of it comes before.
    if (held[index - 1] !== '/' && `${held.slice(0, index)}/\uffff` > next) return true;
  }
  return false;
}
