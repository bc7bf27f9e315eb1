import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkKey } from './key.ts';
import type { OwnBlobStore } from './port.ts';

/** Unfinished files live here, outside every prefix, on the same file system so that a rename publishes them. */
const INCOMING = '.incoming';
/** Below this the store calls itself unhealthy: one more upload might not fit. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

interface Span {
  start: number;
  end: number;
}

/**
 * Blobs as files under `root`. A blob is written aside, flushed to disk and renamed into place: a crash or a
 * full disk leaves nothing under its key. Folders are private to the user the server runs as.
 */
export function createFsBlobStore({ root }: { root: string }): OwnBlobStore {
  const base = resolve(root);
  const incoming = join(base, INCOMING);

  /** Keys come from our own code, but a slip there must not reach outside the folder. */
  const pathOf = (key: string): string => {
    const path = join(base, ...checkKey(key).split('/'));
    if (!path.startsWith(base + sep)) throw new RangeError(`Not a blob key: "${key}".`);
    return path;
  };

  /** A run's folder goes with its last file. */
  async function removeEmptyAbove(path: string): Promise<void> {
    for (let folder = dirname(path); folder !== base; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }

  return {
    async put(key, content) {
      // A stream may fail before it is read; unheard, that would end the process. `pipeline` reports it later.
      content.once('error', () => undefined);
      return writeAside(incoming, content, pathOf(key));
    },

    async move(from, to) {
      const path = pathOf(from);
      await publish(path, pathOf(to));
      await removeEmptyAbove(path);
    },

    async withLocalFile(key, work) {
      return work(pathOf(key));
    },

    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async open(key) {
      const path = pathOf(key);
      const found = await stat(path).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return (
        found && { sizeBytes: found.size, stream: (range?: Span) => createReadStream(path, { ...range }) }
      );
    },

    async delete(keyOrPrefix) {
      const path = pathOf(keyOrPrefix.replace(/\/$/, ''));
      await rm(path, { recursive: true, force: true });
      await removeEmptyAbove(path);
    },

    async list(prefix, { after = null, limit }) {
      return listFolder(pathOf(prefix.replace(/\/$/, '')), { after, limit });
    },

    check: () => checkFolder(base, incoming),

    removeUnfinished: (olderThanMs) => removeOlder(incoming, olderThanMs),
  };
}

/** Publishes the content under its path once it is whole and on the disk. */
async function writeAside(incoming: string, content: Readable, path: string): Promise<{ sizeBytes: number }> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const temporary = join(incoming, randomUUID());
  try {
    // `flush` is an fsync before the file is closed.
    const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(content, file);
    await publish(temporary, path);
    return { sizeBytes: file.bytesWritten };
  } catch (error) {
    content.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Names of a folder in their order, from after one of them on. */
async function listFolder(folder: string, { after, limit }: { after: string | null; limit: number }) {
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const rest = names.filter((name) => after === null || name > after).sort();
  const page = rest.slice(0, limit);
  const entries = await Promise.all(
    page.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found && { name, modifiedAtMs: found.mtimeMs };
    }),
  );
  return {
    entries: entries.filter((entry) => entry !== undefined),
    after: rest.length > page.length ? page.at(-1)! : null,
  };
}

/** Whether something can be written below `base`, and room is left for an upload. */
async function checkFolder(base: string, incoming: string): Promise<{ ok: boolean; detail: string }> {
  const probe = join(incoming, `check-${randomUUID()}`);
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'ok');
    const { bavail, bsize } = await statfs(base);
    const freeBytes = bavail * bsize;
    const detail = `${Math.floor(freeBytes / 1024 / 1024)} MB free`;
    return { ok: freeBytes >= MIN_FREE_BYTES, detail };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** Removes unfinished files; answers how many. */
async function removeOlder(incoming: string, olderThanMs: number): Promise<number> {
  const names = await readdir(incoming).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
    await rm(path, { recursive: true, force: true });
    removed++;
  }
  return removed;
}

/** The folder may vanish between its making and the rename, when another blob's deletion empties it: once more then. */
async function publish(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await rename(temporary, path);
      break;
    } catch (error) {
      if (!isMissing(error) || attempt === 3) throw error;
    }
  }
  // The rename itself is durable only once its folder is flushed.
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
