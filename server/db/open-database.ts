import { existsSync } from 'node:fs';
import { type Dialect, Kysely, sql } from 'kysely';
import type { Config } from '../config/env.ts';
import { makeFolder } from '../make-folder.ts';
import { checkFile, checkMigrations, DatabaseFault, explainFault, fileOf } from './database-fault.ts';
import { createPostgresDialect } from './dialects/postgres.ts';
import { createSqliteDialect } from './dialects/sqlite.ts';
import { keepCopy } from './kept-copy.ts';
import { appliedMigrations, migrateToLatest, migrationNames, pendingMigrations } from './migrate.ts';
import { isBeingFilled } from './move/move-to-postgres.ts';
import { movedFrom, nameOfPostgres } from './move/moved-mark.ts';
import type { Tables } from './tables.ts';
import { joining } from './transaction.ts';

/** Up to this size the whole SQLite file is read through at a start: about a second. */
const CHECKED_WHOLE_BYTES = 256 * 1024 * 1024;

/** Called before a database that has been used gets new tables or columns. */
export type BeforeMigration = (about: {
  db: Kysely<Tables>;
  /** Migrations it has had, and those to come. */
  applied: readonly string[];
  pending: readonly string[];
}) => Promise<void>;

const keepSqlite =
  (config: Pick<Config, 'dataDir' | 'databaseUrl'>): BeforeMigration =>
  async ({ pending }) => {
    if (!config.databaseUrl) await keepCopy(config, pending[0]!);
  };

/**
 * Opens PostgreSQL when `databaseUrl` is set, else `assay.db` in the data folder (both are made when missing), and
 * brings its tables up to date. Any number of processes may do so at once. End with `await db.destroy()`.
 *
 * @param options.mayBeFilled also one that `assay migrate-to-postgres` has begun to fill, which is refused otherwise
 * @param options.mustBeThere refuses an unused database, and makes none
 * @param options.mayBeMoved also a SQLite file whose rows are in PostgreSQL now, which is refused otherwise
 * @param options.beforeMigration keeps what it takes to go back; a copy of a SQLite file beside it unless given
 * @param options.whole also reads a SQLite file through, to find damage that would only be met later
 * @throws DatabaseFault
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: {
    migrate?: boolean;
    whole?: boolean;
    mayBeFilled?: boolean;
    mustBeThere?: boolean;
    mayBeMoved?: boolean;
    beforeMigration?: BeforeMigration;
  } = {},
): Promise<Kysely<Tables>> {
  try {
    if (options.mustBeThere) await requireFile(config);
    const db = new Kysely<Tables>({ dialect: await dialectOf(config) });
    try {
      if (options.whole && !config.databaseUrl) await checkWhole(db, config);
      if (!config.databaseUrl && !options.mayBeMoved) await refuseMoved(db, config);
      if (config.databaseUrl && !options.mayBeFilled && (await isBeingFilled(db))) {
        throw new DatabaseFault(
          'This database is being filled by assay migrate-to-postgres, or that was cut off. Run it again to its end first.',
        );
      }
      if (options.migrate !== false) {
        const applied = await appliedMigrations(db);
        if (options.mustBeThere && !applied?.length) throw notThere(config);
        await checkMigrations(applied, {
          place: config,
          known: migrationNames,
          mayBeNew: options.mayBeFilled === true,
        });
        const pending = pendingMigrations(applied ?? []);
        // What is new has nothing to lose.
        if (applied !== null && applied.length > 0 && pending.length > 0)
          await (options.beforeMigration ?? keepSqlite(config))({ db, applied, pending });
        if (pending.length > 0) await migrateToLatest(db);
      }
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return joining(db);
  } catch (error) {
    throw explainFault(error, config) ?? error;
  }
}

/** Opening a file that is missing would make it. */
async function requireFile(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (config.databaseUrl) return;
  await checkFile(config);
  if (!existsSync(fileOf(config))) throw notThere(config);
}

const notThere = (config: Pick<Config, 'dataDir' | 'databaseUrl'>): DatabaseFault =>
  new DatabaseFault(
    config.databaseUrl
      ? `There is nothing of Assay in the database ${nameOfPostgres(config.databaseUrl)}. Is DATABASE_URL right?`
      : `There is no database ${fileOf(config)}. Is DATA_DIR right?`,
  );

async function refuseMoved(db: Kysely<Tables>, config: Pick<Config, 'dataDir'>): Promise<void> {
  const moved = await movedFrom(db);
  if (!moved) return;
  throw new DatabaseFault(
    `The database ${fileOf(config)} was moved to PostgreSQL (${moved.to}) at ${moved.at} and is no longer used. Set DATABASE_URL to that database; to use the old file again on purpose: assay migrate-to-postgres --undo`,
  );
}

async function dialectOf(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Dialect> {
  if (config.databaseUrl) return createPostgresDialect(config.databaseUrl);
  makeFolder(config.dataDir);
  await checkFile(config);
  return createSqliteDialect(fileOf(config));
}

async function checkWhole(db: Kysely<Tables>, config: Pick<Config, 'dataDir'>): Promise<void> {
  const { rows: sizes } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  if (sizes[0]!.bytes > CHECKED_WHOLE_BYTES) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const found = rows[0]?.quick_check ?? 'ok';
  if (found === 'ok') return;
  const detail = found.replaceAll(/\s+/g, ' ').slice(0, 120);
  throw new DatabaseFault(
    `The database ${fileOf(config)} is damaged (${detail}). Restore it from a backup; nothing in it was changed.`,
  );
}
