import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config/env.ts';
import type { Db } from '../db.ts';

export interface DatabaseFacts {
  kind: 'SQLite' | 'PostgreSQL';
  version: string;
  sizeBytes: number;
}

/** What kind of database it is, and how large it has become. */
export async function describeDatabase(
  db: Db,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<DatabaseFacts> {
  if (databaseUrl) {
    const { rows } = await sql<{ version: string; size: string }>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as size
    `.execute(db);
    return { kind: 'PostgreSQL', version: rows[0]!.version, sizeBytes: Number(rows[0]!.size) };
  }
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const sizes = await Promise.all(
    // What has not been merged into the main file yet lies beside it.
    ['assay.db', 'assay.db-wal'].map((name) =>
      stat(join(dataDir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { kind: 'SQLite', version: rows[0]!.version, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** PostgreSQL: whether a database is used by others, and whether there is anything in it. */
export async function describeUse(db: Db): Promise<{ connections: number; isEmpty: boolean }> {
  const { rows } = await sql<{ connections: string; tables: string }>`
    select
      (select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as connections,
      (select count(*) from pg_tables where schemaname = 'public') as tables
  `.execute(db);
  return { connections: Number(rows[0]!.connections), isEmpty: Number(rows[0]!.tables) === 0 };
}
