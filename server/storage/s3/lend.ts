import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits } from '../../config/limits.ts';
import type { OpenedBlob } from '../port.ts';

/** Copies for programs that read files: each lies in `folder` while it is lent. */
export function createLender(folder: string) {
  return {
    /** @param open asked once */
    async lend<Result>(
      open: () => Promise<OpenedBlob | undefined>,
      work: (path: string) => Promise<Result>,
    ): Promise<Result> {
      const path = join(folder, randomUUID());
      let keepNew: NodeJS.Timeout | undefined;
      try {
        const blob = await open();
        if (blob) {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await pipeline(blob.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
          // What is worked with stays new, however long that takes.
          const touch = () => void utimes(path, new Date(), new Date()).catch(() => undefined);
          keepNew = setInterval(touch, limits.objectStorage.lentTouchMs).unref();
        }
        return await work(path);
      } finally {
        clearInterval(keepNew);
        await rm(path, { force: true });
      }
    },

    /** Copies that a killed process left. Answers how many. */
    async removeLeft(olderThanMs: number): Promise<number> {
      let removed = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
        await rm(path, { recursive: true, force: true });
        removed++;
      }
      return removed;
    },
  };
}
