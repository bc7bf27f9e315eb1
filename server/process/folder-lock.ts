import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

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

/**
 * A kernel file lock (through an otherwise empty SQLite file), which ends with the process and leaves nothing stale.
 *
 * @returns null when another process has it
 */
export function takeLock(folder: string, name: string): { release: () => void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new BetterSqlite(join(folder, name), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    const isBusy = error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (isBusy) return null;
    throw error;
  }
  const release = () => {
    process.off('exit', release);
    database.close();
  };
  // Also keeps the handle from being collected as garbage, which would open the lock.
  process.on('exit', release);
  return { release };
}
