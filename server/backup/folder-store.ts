import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { FolderUnusableError, takeLock } from '../process/folder-lock.ts';
import { BackupError } from './backup-error.ts';
import { type BackupStore, objectPath, type StoredFile } from './port.ts';

/** Unfinished files; on the same file system, so that a rename publishes them. */
const INCOMING = 'incoming';
const UNFINISHED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const READ_BYTES = 1024 * 1024;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Backups in a folder: another disk, or one that the network brings. */
export function createFolderStore(folder: string): BackupStore {
  const root = resolve(folder);
  const incoming = join(root, INCOMING);
  const pathOf = (path: string) => {
    const parts = path.split('/');
    if (!parts.every((part) => /^[\w-][\w.-]*$/.test(part))) throw new RangeError(`Not a path: "${path}".`);
    return join(root, ...parts);
  };

  const write = async (content: AsyncIterable<Uint8Array>, nameOf: (sha256: string) => string) => {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    return writeAside(join(incoming, randomUUID()), content, (sha256) => pathOf(nameOf(sha256))).catch(
      (error) => {
        throw placeError(error, root);
      },
    );
  };

  async function* walk(path: string): AsyncGenerator<StoredFile> {
    const entries = await readdir(pathOf(path), { withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return [];
      throw placeError(error, root);
    });
    for (const entry of entries) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) yield* walk(below);
      else {
        const found = await stat(pathOf(below)).catch(() => undefined);
        if (found) yield { path: below, sizeBytes: found.size };
      }
    }
  }

  return {
    label: `the folder ${root}`,
    putObject: (content) => write(content, objectPath),
    put: (path, content) => write(content, () => path),

    async read(path) {
      const file = await open(pathOf(path)).catch((error) => {
        if (isMissing(error)) return undefined;
        throw placeError(error, root);
      });
      return file && createReadStream('', { fd: file, highWaterMark: READ_BYTES });
    },

    async sizeOf(path) {
      const found = await stat(pathOf(path)).catch((error) => {
        if (isMissing(error)) return null;
        throw placeError(error, root);
      });
      return found?.size ?? null;
    },

    list: walk,

    async delete(path) {
      await rm(pathOf(path), { force: true });
    },

    removeUnfinished: () => removeUnfinishedIn(incoming),

    async lock() {
      try {
        makeFolder(root);
        return takeLock(root, 'lock');
      } catch (error) {
        throw unusable(root, error instanceof FolderUnusableError ? error.cause : error);
      }
    },

    freeBytes: () => freeBytesOf(root),
  };
}

/** Publishes the content under `pathOf` its hash, once it is whole and on the disk. */
async function writeAside(
  temporary: string,
  content: AsyncIterable<Uint8Array>,
  pathOf: (sha256: string) => string,
): Promise<{ name: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let file: FileHandle | undefined;
  try {
    file = await open(temporary, 'wx', 0o600);
    let sizeBytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await writeWhole(file, chunk);
    }
    await file.sync();
    await file.close();
    const name = hash.digest('hex');
    await publish(temporary, pathOf(name));
    return { name, sizeBytes };
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Answers how many files it has removed. */
async function removeUnfinishedIn(incoming: string): Promise<number> {
  const names = await readdir(incoming).catch(() => []);
  const unfinished = names.filter((name) => UNFINISHED.test(name));
  for (const name of unfinished) await rm(join(incoming, name), { force: true });
  return unfinished.length;
}

/** Null where that is not known. */
async function freeBytesOf(root: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  } catch {
    return null;
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.length; ) {
    from += (await file.write(chunk, from, chunk.length - from)).bytesWritten;
  }
}

/** The rename is durable only once its folder is flushed. */
async function publish(temporary: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(temporary, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What people are told of a folder that cannot be used; anything else as it is. */
function placeError(error: unknown, root: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `The disk of ${root} is full. Free some space there, or prune: assay backup prune`;
    return new BackupError('DISK_FULL', message, { cause: error });
  }
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EIO|ESTALE|ENXIO|ENODEV)$/.test(code)) return unusable(root, error);
  return error;
}

function unusable(root: string, cause: unknown): BackupError {
  const { code } = cause as NodeJS.ErrnoException;
  return new BackupError(
    'BACKUP_PLACE',
    `The folder ${root} of the backups cannot be used (${code}). Is its disk mounted, and may this user write there?`,
    { cause },
  );
}
