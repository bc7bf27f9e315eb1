import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/env.ts';
import { days } from '../time.ts';
import { DatabaseFault, fileOf } from './database-fault.ts';
import { appliedIn, copySqlite } from './dialects/copy-sqlite.ts';

const PREFIX = 'assay.db.before-';
/** It holds what has been deleted since; so long, people find out whether they want to go back. */
const KEPT_MS = days(14);

type Place = Pick<Config, 'dataDir'>;

/** Where the copy of a SQLite file lies that is made before a migration. */
export const keptCopyOf = ({ dataDir }: Place, migration: string): string =>
  join(dataDir, `${PREFIX}${migration}`);

/**
 * Copies the SQLite file, beside it, before migrations change it: an older Assay goes on with the copy.
 *
 * @param first the first migration that the file has not had
 * @returns its path
 * @throws DatabaseFault where there is no room for it
 */
export async function keepCopy(place: Place, first: string): Promise<string> {
  const source = fileOf(place);
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(source), statfs(place.dataDir)]);
  if (bavail * bsize < size) {
    const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
    throw new DatabaseFault(
      `This version of Assay changes the database, and there is no room for the copy that is kept before: it needs ${mb(size)} on the disk of ${place.dataDir}, which has ${mb(bavail * bsize)} free. Free some space, then start again; nothing was changed.`,
    );
  }
  const path = keptCopyOf(place, first);
  const draft = `${path}.${randomUUID()}`;
  try {
    await copySqlite(source, draft);
    // Another process may have changed the database meanwhile; its copy is the one from before.
    if (!appliedIn(draft).includes(first)) await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}

/** Removes copies of more than two weeks ago; answers their paths. */
export async function removeOldCopies({ dataDir }: Place, nowMs: number): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || nowMs - found.mtimeMs < KEPT_MS) continue;
    await rm(path, { force: true });
    removed.push(path);
  }
  return removed;
}
