import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { limits } from '../../config/limits.ts';
import { at, type Bucket } from './bucket.ts';
import { toBucketError } from './fault.ts';

const { partBytes } = limits.objectStorage;
/** Of S3. */
const MOST_PARTS = 10_000;

/**
 * Stores a stream, in parts of 5 MB where it is longer than one; `partsAtOnce` of them are in memory, and one more. The object is there once all of it is.
 *
 * @param expectedBytes where it is known; needed above 50 GB, for which the parts must be larger
 * @throws BucketError; what the stream failed with, as it is
 */
export async function putObject(
  bucket: Bucket,
  key: string,
  content: AsyncIterable<Uint8Array | string>,
  {
    metadata,
    expectedBytes = 0,
    partsAtOnce = 1,
  }: { metadata?: Record<string, string>; expectedBytes?: number; partsAtOnce?: number } = {},
): Promise<{ sizeBytes: number }> {
  let sizeBytes = 0;
  let broken: unknown;
  async function* counted() {
    try {
      for await (const chunk of content) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        sizeBytes += bytes.length;
        yield bytes;
      }
    } catch (error) {
      broken = error;
      throw error;
    }
  }
  const upload = new Upload({
    client: bucket.client,
    params: { ...at(bucket, key), Body: Readable.from(counted()), ...(metadata && { Metadata: metadata }) },
    partSize: Math.max(partBytes, Math.ceil(expectedBytes / MOST_PARTS)),
    queueSize: partsAtOnce,
  });
  try {
    await upload.done();
    return { sizeBytes };
  } catch (error) {
    throw error === broken ? error : toBucketError(error, bucket.label);
  }
}
