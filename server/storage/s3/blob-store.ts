import type { Readable } from 'node:stream';
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { limits } from '../../config/limits.ts';
import { checkKey } from '../key.ts';
import type { OwnBlobStore } from '../port.ts';
import { at, type Bucket } from './bucket.ts';
import { createBucketCheck } from './check-bucket.ts';
import { isMissing, toBucketError } from './fault.ts';
import { createLender } from './lend.ts';
import { listEntries } from './list-entries.ts';
import { putObject } from './put-object.ts';
import { openObject } from './read-object.ts';
import { createRemover } from './remove-objects.ts';
import { abortUnfinishedUploads } from './unfinished-uploads.ts';

export interface S3BlobStore extends OwnBlobStore {
  check: ReturnType<typeof createBucketCheck>;
}

/**
 * Blobs as objects of a bucket.
 *
 * @param lentFolder where copies lie that programs read; on this machine, for this user alone
 */
export function createS3BlobStore({
  bucket,
  lentFolder,
}: {
  bucket: Bucket;
  lentFolder: string;
}): S3BlobStore {
  const { remove } = createRemover(bucket);
  const lender = createLender(lentFolder);
  const folderOf = (prefix: string) => checkKey(prefix.replace(/\/$/, ''));

  return {
    async put(key, content) {
      // A stream may fail before it is read; unheard, that would end the process.
      content.once('error', () => undefined);
      try {
        return await putObject(bucket, checkKey(key), content);
      } catch (error) {
        content.destroy();
        throw error;
      }
    },

    /** Up to 5 GB, as one request of S3 can copy. Cut off in between, it lies under both keys, and the sweep removes the old one. */
    async move(from, to) {
      const source = at(bucket, checkKey(from));
      const command = new CopyObjectCommand({
        ...at(bucket, checkKey(to)),
        CopySource: `${source.Bucket}/${source.Key}`,
      });
      try {
        await bucket.client.send(command);
      } catch (error) {
        if (isMissing(error)) {
          throw Object.assign(new Error(`There is no blob "${from}".`), { code: 'ENOENT' });
        }
        throw toBucketError(error, bucket.label);
      }
      await remove(from);
    },

    async withLocalFile(key, work) {
      return lender.lend(() => openObject(bucket, checkKey(key)), work);
    },

    async read(key) {
      const opened = await openObject(bucket, checkKey(key));
      return opened && Buffer.concat(await (opened.stream() as Readable).toArray());
    },

    async open(key) {
      return openObject(bucket, checkKey(key));
    },

    async delete(keyOrPrefix) {
      await remove(folderOf(keyOrPrefix));
    },

    async list(prefix, page) {
      return listEntries(bucket, folderOf(prefix), page);
    },

    check: createBucketCheck(bucket),

    async removeUnfinished(olderThanMs) {
      const lent = await lender.removeLeft(olderThanMs);
      // The start of an upload does not tell whether it goes on.
      const begunMs = olderThanMs === 0 ? 0 : Math.max(olderThanMs, limits.objectStorage.uploadTakesMs);
      return lent + (await abortUnfinishedUploads(bucket, begunMs));
    },
  };
}
