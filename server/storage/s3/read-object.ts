import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { limits } from '../../config/limits.ts';
import type { OpenedBlob } from '../port.ts';
import { at, type Bucket } from './bucket.ts';
import { BucketError, isMissing, toBucketError } from './fault.ts';

export interface FoundObject {
  sizeBytes: number;
  etag: string | undefined;
  metadata: Readonly<Record<string, string>>;
}

/** Undefined when there is no such object. @throws BucketError, also when there is no such bucket */
export async function findObject(bucket: Bucket, key: string): Promise<FoundObject | undefined> {
  try {
    const found = await bucket.client.send(new HeadObjectCommand(at(bucket, key)));
    return { sizeBytes: found.ContentLength ?? 0, etag: found.ETag, metadata: found.Metadata ?? {} };
  } catch (error) {
    if (!isMissing(error)) throw toBucketError(error, bucket.label);
    await requireBucket(bucket);
    return undefined;
  }
}

/** A bucket that is not there must not look like one without the object. */
async function requireBucket({ client, name, label }: Bucket): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } catch (error) {
    throw toBucketError(
      isMissing(error) ? Object.assign(error as Error, { name: 'NoSuchBucket' }) : error,
      label,
    );
  }
}

/** For answers in pieces. @throws BucketError */
export async function openObject(bucket: Bucket, key: string): Promise<OpenedBlob | undefined> {
  const found = await findObject(bucket, key);
  return (
    found && {
      sizeBytes: found.sizeBytes,
      stream: (range) => streamObject(bucket, key, found, range),
    }
  );
}

/**
 * What lies from one byte to another, both included. A connection that is cut, or says nothing for too long, is made again from where
 * it ended, a few times in a row.
 */
function streamObject(
  bucket: Bucket,
  key: string,
  { sizeBytes, etag }: Pick<FoundObject, 'sizeBytes' | 'etag'>,
  range: { start: number; end: number } = { start: 0, end: sizeBytes - 1 },
): Readable {
  const closing = new AbortController();
  const stream = Readable.from(pieces(bucket, key, { etag, range, signal: closing.signal }), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  });
  stream.once('close', () => closing.abort());
  return stream;
}

async function* pieces(
  bucket: Bucket,
  key: string,
  {
    etag,
    range,
    signal,
  }: { etag: string | undefined; range: { start: number; end: number }; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let next = range.start;
  let failures = 0;
  while (next <= range.end) {
    const from = next;
    try {
      const answer = await bucket.client.send(
        new GetObjectCommand({
          ...at(bucket, key),
          Range: `bytes=${from}-${range.end}`,
          // Another object of that name must not be put together with this one.
          ...(etag && { IfMatch: etag }),
        }),
        { abortSignal: signal },
      );
      refuseOtherRange(answer.ContentRange, { from, end: range.end }, bucket);
      for await (const chunk of answer.Body as Readable) {
        const bytes = chunk as Uint8Array;
        next += bytes.length;
        yield bytes;
      }
      if (next > range.end) return;
      throw Object.assign(new Error('The answer ended early.'), { code: 'ECONNRESET' });
    } catch (error) {
      const fault = toBucketError(error, bucket.label);
      failures = next > from ? 1 : failures + 1;
      if (signal.aborted || fault.code !== 'BUCKET_AWAY' || failures > limits.objectStorage.resumptions)
        throw fault;
    }
  }
}

/** A server that takes no notice of ranges would give a player the wrong bytes. */
function refuseOtherRange(
  given: string | undefined,
  { from, end }: { from: number; end: number },
  { label }: Bucket,
): void {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(given ?? '') ?? [];
  if (Number(first) === from && Number(last) === end) return;
  throw new BucketError(
    'BUCKET_FAULT',
    `Asked for a part of an object, ${label} gave another. Its server must support Range requests.`,
  );
}
