import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { limits } from '../../config/limits.ts';
import { at, type Bucket } from './bucket.ts';
import { toBucketError } from './fault.ts';

export interface BucketCheck {
  ok: boolean;
  detail: string;
  outage: 'bucket';
  /** It will not pass by itself: a wrong key, a bucket that is not there. */
  isRefused: boolean;
}

const rest = { outage: 'bucket' } as const;
const { checkMs, checkKnownMs } = limits.objectStorage;

/**
 * Whether the bucket takes what is to be stored: writes a small object and removes it. A success is remembered for a while, so that
 * callers may ask as often as they like.
 */
export function createBucketCheck(bucket: Bucket): () => Promise<BucketCheck> {
  let last: { untilMs: number; check: Promise<BucketCheck> } | undefined;

  async function look(): Promise<BucketCheck> {
    const own = at(bucket, `check-${randomUUID()}`);
    const options = { abortSignal: AbortSignal.timeout(checkMs) };
    try {
      const put = await bucket.client.send(new PutObjectCommand({ ...own, Body: 'ok' }), options);
      const version = put.VersionId !== undefined && { VersionId: put.VersionId };
      await bucket.client.send(new DeleteObjectCommand({ ...own, ...version }), options);
      return { ok: true, detail: `${bucket.label} takes files`, ...rest, isRefused: false };
    } catch (error) {
      const fault = toBucketError(error, bucket.label);
      return { ok: false, detail: fault.message, ...rest, isRefused: fault.code === 'BUCKET_REFUSED' };
    }
  }

  return async () => {
    if (!last || performance.now() >= last.untilMs) {
      const asked = { untilMs: Number.POSITIVE_INFINITY, check: look() };
      last = asked;
      asked.check.then(({ ok }) => {
        asked.untilMs = performance.now() + (ok ? checkKnownMs : 0);
      });
    }
    return last.check;
  };
}
