import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';

/** The data folder is being served by another process. */
export class FolderInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Another Assay is serving the data folder "${dataDir}". Stop it first, or give this one a DATA_DIR of its own.`,
    );
    this.name = 'FolderInUseError';
  }
}

/**
 * Takes the data folder for this process until `release` or its death, however violent.
 *
 * @throws FolderInUseError
 */
export function lockDataFolder(dataDir: string): { release: () => void } {
  const lock = takeLock(dataDir, 'serve.lock');
  if (!lock) throw new FolderInUseError(dataDir);
  return lock;
}

/** The folder cannot be used; the message tells a person what to do. */
export class FolderUnusableError extends Error {}

function openLockFile(folder: string, name: string, setting: string): BetterSqlite.Database {
  try {
    makeFolder(folder);
    const database = new BetterSqlite(join(folder, name), { timeout: 0 });
    return database;
  } catch (cause) {
    throw unusable(folder, cause, setting);
  }
}

/**
 * Makes a folder that a setting names, where it is missing.
 *
 * @throws FolderUnusableError
 */
export function requireFolder(folder: string, setting: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unusable(folder, cause, setting);
  }
}

function unusable(folder: string, cause: unknown, setting: string): Error {
  const { code = '' } = cause as { code?: string };
  if (!/^(E[A-Z]+$|SQLITE_(CANTOPEN|READONLY|FULL|IOERR))/.test(code)) return cause as Error;
  const user = `the user of this process (uid ${process.getuid?.() ?? 'unknown'})`;
  const isThere = existsSync(folder);
  const fact = isThere ? `cannot be written to by ${user} (${code})` : `cannot be made by ${user} (${code})`;
  const remedy =
    isThere && /^(EACCES|EPERM|SQLITE_)/.test(code)
      ? `Make it that user's (sudo chown -R USER ${folder}), or set ${setting} to another.`
      : `Set ${setting} to a folder on a disk that can be written to.`;
  return new FolderUnusableError(`The folder "${folder}" ${fact}. ${remedy}`, { cause });
}

/**
 * A kernel file lock (through an otherwise empty SQLite file), which ends with the process and leaves nothing stale.
 *
 * @param setting that names the folder, for people
 * @returns null when another process has it
 */
export function takeLock(folder: string, name: string, setting = 'DATA_DIR'): { release: () => void } | null {
  const database = openLockFile(folder, name, setting);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    const isBusy = error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (isBusy) return null;
    throw unusable(folder, error, setting);
  }
  const release = () => {
    process.off('exit', release);
    database.close();
  };
  // Also keeps the handle from being collected as garbage, which would open the lock.
  process.on('exit', release);
  return { release };
}
