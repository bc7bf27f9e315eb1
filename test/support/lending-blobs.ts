import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFsBlobStore } from '#server/storage/fs.ts';
import type { OwnBlobStore } from '#server/storage/port.ts';

/**
 * A store that lends its files as one on the network must: as copies that are gone once the work is done. Who keeps a
 * path for longer finds nothing there.
 */
export function createLendingBlobs({ root }: { root: string }): OwnBlobStore {
  const blobs = createFsBlobStore({ root });
  return {
    ...blobs,
    withLocalFile: (key, work) =>
      blobs.withLocalFile(key, async (path) => {
        const copy = join(tmpdir(), `assay-lent-${randomUUID()}`);
        await copyFile(path, copy).catch(() => undefined);
        try {
          return await work(copy);
        } finally {
          await rm(copy, { force: true });
        }
      }),
  };
}
