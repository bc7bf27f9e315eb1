import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Config } from '../config/env.ts';
import { createPostgresDialect } from './dialects/postgres.ts';
import { createSqliteDialect } from './dialects/sqlite.ts';
import { migrateToLatest } from './migrate.ts';
import type { Tables } from './tables.ts';
import { joining } from './transaction.ts';

/**
 * Opens PostgreSQL when `databaseUrl` is set, else `assay.db` in the data folder (both are made when missing), and
 * brings its tables up to date. Any number of processes may do so at once. End with `await db.destroy()`.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: { migrate?: boolean } = {},
): Promise<Kysely<Tables>> {
  let dialect: ConstructorParameters<typeof Kysely>[0]['dialect'];
  if (config.databaseUrl) {
    dialect = createPostgresDialect(config.databaseUrl);
  } else {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    dialect = await createSqliteDialect(join(config.dataDir, 'assay.db'));
  }
  const db = new Kysely<Tables>({ dialect });
  try {
    if (options.migrate !== false) await migrateToLatest(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return joining(db);
}
