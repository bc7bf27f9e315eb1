import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inOrder } from '../../backup/in-order.ts';
import type { Bucket } from '../../storage/s3/bucket.ts';
import { BucketError } from '../../storage/s3/fault.ts';
import { listObjects } from '../../storage/s3/list-objects.ts';
import { putObject } from '../../storage/s3/put-object.ts';
import { findObject, openObject } from '../../storage/s3/read-object.ts';
import { createRemover } from '../../storage/s3/remove-objects.ts';

/** Files under way at once. */
const AT_ONCE = 4;
/** What an object says that was copied here: no other is ever removed. */
const MOVED = 'moved-from-folder';

export interface Copied {
  files: number;
  bytes: number;
  /** Of `files`: those that were in the bucket already, as they are here. */
  already: number;
  /** Copied by an earlier call and deleted in the folder since. */
  removed: number;
  /** Objects that are not of the folder. They stay. */
  others: number;
}

/**
 * Copies every file of a folder of blobs into a bucket and reads each back, also those that an earlier call has copied: what is counted is
 * the same in both places, byte for byte. Nothing in the folder is changed.
 *
 * @param isFinal no process writes into the folder: what is no longer in it leaves the bucket, too
 * @throws BucketError, also when an object is not what was sent
 */
export async function copyToBucket({
  root,
  bucket,
  isFinal,
  onProgress = () => {},
}: {
  root: string;
  bucket: Bucket;
  isFinal: boolean;
  onProgress?: (copied: Copied) => void;
}): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, already: 0, removed: 0, others: 0 };
  const moved = inOrder(filesBelow(root, ''), AT_ONCE, (key) => copyOne(root, key, bucket));
  for await (const one of moved) {
    if (!one) continue;
    copied.files++;
    copied.bytes += one.sizeBytes;
    if (one.wasThere) copied.already++;
    onProgress(copied);
  }
  const { remove } = createRemover(bucket);
  for await (const { key } of listObjects(bucket, '')) {
    if (await stat(join(root, key)).catch(() => undefined)) continue;
    const isOurs = (await findObject(bucket, key))?.metadata[MOVED] === 'yes';
    if (!isOurs) copied.others++;
    else if (isFinal) {
      await remove(key);
      copied.removed++;
    }
  }
  return copied;
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await opendir(join(root, folder)).catch(absent);
  if (!entries) return;
  for await (const entry of entries) {
    // Uploads on their way.
    if (entry.name.startsWith('.')) continue;
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, key);
    else if (entry.isFile()) yield key;
  }
}

/** Undefined where the file was deleted meanwhile. */
async function copyOne(root: string, key: string, bucket: Bucket) {
  const path = join(root, key);
  const local = await hashOf(createReadStream(path)).catch(absent);
  if (!local) return undefined;
  const found = await findObject(bucket, key);
  const there = found?.sizeBytes === local.sizeBytes ? await hashOfObject(bucket, key) : undefined;
  if (there === local.sha256) return { sizeBytes: local.sizeBytes, wasThere: true };
  const options = { metadata: { [MOVED]: 'yes' }, expectedBytes: local.sizeBytes };
  const stored = await putObject(bucket, key, createReadStream(path), options).catch(absent);
  if (!stored) return undefined;
  if ((await hashOfObject(bucket, key)) !== local.sha256) {
    throw new BucketError(
      'BUCKET_FAULT',
      `"${key}" is not in ${bucket.label} as it is in the folder. Call the command again; if it stays, do not trust that server.`,
    );
  }
  return { sizeBytes: stored.sizeBytes, wasThere: false };
}

async function hashOfObject(bucket: Bucket, key: string): Promise<string | undefined> {
  const opened = await openObject(bucket, key);
  return opened && (await bucket.ask(() => hashOf(opened.stream()))).sha256;
}

async function hashOf(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
