import BetterSqlite from 'better-sqlite3';

/** More pages than any database has: all of it in one step. */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies a SQLite database that others are writing to, as it is at one moment, by SQLite's online backup. In WAL mode no writer has to
 * wait for it. All pages go in one step, because a copy in several begins anew after each write in between; that occupies
 * the thread until it is done. https://www.sqlite.org/backup.html
 *
 * @param to a file that is not there yet
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new BetterSqlite(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Names of the migrations that a file has had. */
export function appliedIn(path: string): string[] {
  const database = new BetterSqlite(path, { fileMustExist: true });
  try {
    // The copy says "WAL", too; a file of its own needs no journal beside it.
    database.pragma('journal_mode = DELETE');
    return database.prepare('select name from kysely_migration').pluck().all() as string[];
  } finally {
    database.close();
  }
}

/** What `pragma quick_check` finds wrong with a file; null when it is sound. */
export function checkSqlite(path: string): string | null {
  const database = new BetterSqlite(path, { fileMustExist: true });
  try {
    // The copy says "WAL", too; a file of its own needs no journal beside it.
    database.pragma('journal_mode = DELETE');
    const found = database.pragma('quick_check(1)', { simple: true }) as string;
    return found === 'ok' ? null : found.replaceAll(/\s+/g, ' ').slice(0, 120);
  } finally {
    database.close();
  }
}
