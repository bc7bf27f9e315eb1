import { join } from 'node:path';
import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';
import { HopelessError } from '../process/run-child.ts';
import { createFsBlobStore } from '../storage/fs.ts';
import type { OwnBlobStore } from '../storage/port.ts';
import { createS3BlobStore } from '../storage/s3/blob-store.ts';
import { openBucket } from '../storage/s3/bucket.ts';
import { createBucketCheck } from '../storage/s3/check-bucket.ts';
import { listObjects } from '../storage/s3/list-objects.ts';

type Place = Pick<Config, 'dataDir' | 'blobs' | 's3'>;

/** For people: where files of runs live. */
export const placeOfBlobs = ({ dataDir, blobs }: Place): string =>
  blobs.kind === 'fs' ? join(dataDir, 'blobs') : `s3://${blobs.bucket}/${blobs.prefix}`;

/** The same, as every machine of an installation has it. */
export const sharedPlaceOfBlobs = (config: Place): string =>
  config.blobs.kind === 'fs' ? 'the data folder' : placeOfBlobs(config);

/** Copies of files in a bucket lie here while programs read them. */
const LENT_FOLDER = 'lent';

/** Where files of runs live: the data folder, or a bucket. */
export function openBlobs({
  dataDir,
  scratchDir,
  blobs,
  s3,
}: Place & Pick<Config, 'scratchDir'>): OwnBlobStore {
  if (blobs.kind === 'fs') return createFsBlobStore({ root: join(dataDir, 'blobs') });
  return createS3BlobStore({ bucket: openBucket(s3!, blobs), lentFolder: join(scratchDir, LENT_FOLDER) });
}

/**
 * Looks at the bucket before anything is served. One that does not answer is waited for later: health says so meanwhile.
 *
 * @throws HopelessError when the key is not accepted, or there is no such bucket
 */
export async function checkBlobs(config: Place, logger: Logger): Promise<boolean> {
  const { blobs, s3 } = config;
  if (blobs.kind === 'fs') return true;
  const { ok, detail, isRefused } = await createBucketCheck(openBucket(s3!, blobs))();
  if (isRefused) throw new HopelessError(detail);
  if (!ok) logger.error({ detail }, 'bucket not usable yet: uploads are refused; see "assay doctor"');
  return ok;
}

/** What all files of runs take in a bucket; null where they live in the data folder. */
export function bucketUse(config: Place) {
  const { blobs, s3 } = config;
  if (blobs.kind === 'fs') return null;
  const bucket = openBucket(s3!, blobs);
  return {
    label: placeOfBlobs(config),
    check: createBucketCheck(bucket),
    /** @param mostFiles looks at no more than this: a page must not wait for a walk through a million recordings */
    async measure(mostFiles: number): Promise<{ sizeBytes: number; isAtLeast: boolean }> {
      let sizeBytes = 0;
      let files = 0;
      for await (const object of listObjects(bucket, '')) {
        if (files++ >= mostFiles) return { sizeBytes, isAtLeast: true };
        sizeBytes += object.sizeBytes;
      }
      return { sizeBytes, isAtLeast: false };
    },
  };
}
