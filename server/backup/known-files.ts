import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromLines, toLines } from './lines.ts';
import { comparePaths, type ManifestFile } from './manifest.ts';

/** What the last backup into a repository had; and `done-…`: what backups that were cut off had stored. */
const LAST = 'files';
const DONE_PREFIX = 'done-';
const LINES_AT_ONCE = 100;

interface Head {
  /** A file that was stored for other keys is not one that can be restored with these. */
  keys: string;
}

/**
 * What is stored already, kept beside the data so that a backup need not read what has not changed, nor be able to open earlier
 * ones. Lists are in the order of the walk and are read along with it: memory does not grow with the number of files.
 */
export interface KnownFiles {
  /** To be asked in the order of `comparePaths`. Undefined for a file that is new or has changed. */
  find(file: { path: string; sizeBytes: number; modifiedMs: number }): Promise<ManifestFile | undefined>;
  /** Notes what the present backup has, in the same order; what is new at once, so that it is not stored again after a crash. */
  add(file: ManifestFile, isNew?: boolean): Promise<void>;
  /** All that was added, once more. */
  added(): AsyncIterable<ManifestFile>;
  /** The backup is there: the next one goes by it. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

export async function openKnownFiles(
  folder: string,
  { backupId, recipients }: { backupId: string; recipients: readonly string[] },
): Promise<KnownFiles> {
  const keys = createHash('sha256')
    .update([...recipients].sort().join('\n'))
    .digest('hex');
  const names = (await readdir(folder)).filter((name) => name === LAST || name.startsWith(DONE_PREFIX));
  const lookups = names.map((name) => createLookup(join(folder, name), keys));
  const path = join(folder, `${DONE_PREFIX}${backupId}`);
  let file: FileHandle | undefined = await open(path, 'wx', 0o600);
  let waiting: unknown[] = [{ keys } satisfies Head];
  const flush = async () => {
    for await (const bytes of toLines(waiting)) await file?.appendFile(bytes);
    waiting = [];
  };
  const close = async () => {
    for (const lookup of lookups) await lookup.close();
    await file?.close();
    file = undefined;
  };
  return {
    async find(wanted) {
      let found: ManifestFile | undefined;
      // Each is asked, so that each goes on.
      for (const lookup of lookups) found = (await lookup.find(wanted.path)) ?? found;
      const isSame = found?.sizeBytes === wanted.sizeBytes && found.modifiedMs === wanted.modifiedMs;
      return isSame ? found : undefined;
    },
    async add(one, isNew = false) {
      waiting.push(one);
      if (isNew || waiting.length >= LINES_AT_ONCE) await flush();
    },
    async *added() {
      await flush();
      const lines = fromLines<ManifestFile | Head>(createReadStream(path));
      for await (const line of lines) if ('path' in line) yield line;
    },
    async keep() {
      await flush();
      await file?.sync();
      await close();
      await rename(path, join(folder, LAST));
      for (const name of names) if (name !== LAST) await rm(join(folder, name), { force: true });
    },
    close,
  };
}

/** Writes what a restored folder was made of, so that its next backup copies only what is new. */
export async function writeKnownFiles(
  folder: string,
  { recipients, files }: { recipients: readonly string[]; files: AsyncIterable<ManifestFile> },
): Promise<void> {
  const known = await openKnownFiles(folder, { backupId: 'restored', recipients });
  for await (const one of files) await known.add(one);
  await known.keep();
}

function createLookup(path: string, keys: string) {
  const stream = createReadStream(path);
  const lines = fromLines<ManifestFile | Head>(stream);
  let isForThese = false;
  let current: ManifestFile | undefined;
  let isOver = false;
  const next = async () => {
    try {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) break;
        if (!('path' in value)) isForThese = value.keys === keys;
        else if (!isForThese) break;
        else {
          current = value;
          return;
        }
      }
    } catch {
      // What a power cut left of a list is not worth more than what comes before it.
    }
    isOver = true;
    current = undefined;
  };
  return {
    async find(wanted: string): Promise<ManifestFile | undefined> {
      if (!current && !isOver) await next();
      while (current && comparePaths(current.path, wanted) < 0) await next();
      return current?.path === wanted ? current : undefined;
    },
    async close() {
      stream.destroy();
    },
  };
}
