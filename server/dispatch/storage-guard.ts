import type { Logger } from '../logging.ts';
import type { BlobStore } from '../storage/port.ts';

export interface StorageGuard {
  /** False while the disk is full or the bucket away. */
  isUsable(): Promise<boolean>;
  /** A run met a full disk or a bucket that is away. */
  wasFull(): void;
}

/** @param againMs how long after a full disk room is looked for again */
export function createStorageGuard({
  blobs,
  logger,
  againMs,
}: {
  blobs: Pick<BlobStore, 'check'>;
  logger: Logger;
  againMs: number;
}): StorageGuard {
  /** Until when nothing is looked at. */
  let againAtMs: number | null = null;
  return {
    async isUsable() {
      if (againAtMs === null) return true;
      if (performance.now() < againAtMs) return false;
      const { ok, detail } = await blobs.check();
      againAtMs = ok ? null : performance.now() + againMs;
      if (!ok)
        logger.error(
          { detail },
          'storage still not usable: no runs are started; free disk space or check the bucket',
        );
      return ok;
    },
    wasFull() {
      againAtMs = performance.now() + againMs;
    },
  };
}
