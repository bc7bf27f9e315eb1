import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { limits } from '../config/limits.ts';
import type { Bucket } from '../storage/s3/bucket.ts';
import { listObjects } from '../storage/s3/list-objects.ts';
import { putObject } from '../storage/s3/put-object.ts';
import { createRemover } from '../storage/s3/remove-objects.ts';

const { renewMs, leaseMs } = limits.objectStorage.backups;
const FOLDER = 'locks/';

export interface BucketLock {
  release: () => Promise<void>;
  /** False once another process may have it, because it could not be renewed. */
  hasIt: () => boolean;
}

/**
 * One at a time, by what every S3 server can do: a process that wants to write puts a claim and then looks at all of them. One that finds another that
 * is in force withdraws; two who claim at one moment may both have to. A claim that is not renewed ends: ages are those of the server's clock.
 *
 * @returns null while another process has it
 * @throws BucketError
 */
export async function takeBucketLock(bucket: Bucket): Promise<BucketLock | null> {
  const { remove } = createRemover(bucket);
  const own = `${FOLDER}${randomUUID()}`;
  let renewedAtMs = performance.now();
  const claim = async () => {
    const askedAtMs = performance.now();
    await putObject(bucket, own, Readable.from(['{}']));
    renewedAtMs = askedAtMs;
  };
  await claim();
  const claims = await Array.fromAsync(listObjects(bucket, FOLDER));
  const nowMs = claims.find(({ key }) => key === own)!.modifiedAtMs;
  const isInForce = ({ modifiedAtMs }: { modifiedAtMs: number }) => nowMs - modifiedAtMs < leaseMs;
  const others = claims.filter(({ key }) => key !== own);
  if (others.some(isInForce)) {
    await remove(own);
    return null;
  }
  for (const { key } of others) await remove(key);
  // A claim that cannot be renewed ends by itself; each write asks `hasIt` before.
  let renewal: Promise<void> = Promise.resolve();
  const renewing = setInterval(() => {
    renewal = renewal.then(claim).catch(() => undefined);
  }, renewMs).unref();
  return {
    hasIt: () => performance.now() - renewedAtMs < leaseMs - renewMs,
    async release() {
      clearInterval(renewing);
      await renewal;
      await remove(own);
    },
  };
}
