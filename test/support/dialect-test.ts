import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import type { Config } from '#server/config/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { freshPostgres, migratedPostgres, withoutPostgres } from './fresh-postgres.ts';
import { placeMigrated } from './migrated-database.ts';

export type Dialect = 'SQLite' | 'PostgreSQL';

export interface DialectTest {
  dialect: Dialect;
  db: Kysely<Tables>;
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  /** A new database, without tables. */
  freshConfig(): Promise<DialectTest['config']>;
  /** Another connection to the same database, as another process would have; closed at the end. */
  openAnother(): Promise<Kysely<Tables>>;
  t: TestContext;
}

/** The PostgreSQL database that a test has used and emptied: making one anew takes longer than most tests. */
let emptied: string | undefined;

/** Rows one by one: `truncate` makes new files for every table and index, which takes longer than most tests. */
const emptying = `do $$
  declare one record;
  begin
    set local session_replication_role = replica;
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%' loop
      execute format('delete from %I', one.tablename);
    end loop;
    for one in select sequencename from pg_sequences where schemaname = 'public' loop
      perform setval(one.sequencename::regclass, 1, false);
    end loop;
  end
$$`;

/** One alone where it is asked for: a quick run asks for SQLite. */
const dialects = (['SQLite', 'PostgreSQL'] as const).filter(
  (dialect) => dialect === (process.env.ASSAY_TEST_DIALECT ?? dialect),
);

/** The promise must hold on both dialects: runs `body` on a fresh database of each. */
export function dialectTest(title: string, body: (context: DialectTest) => Promise<void>): void {
  for (const dialect of dialects) {
    const skip = dialect === 'PostgreSQL' && withoutPostgres;
    test(`${title} (${dialect})`, { skip }, async (t) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'assay-dialect-'));
      const opened: Kysely<Tables>[] = [];
      try {
        let count = 0;
        const newFolder = () => join(dataDir, String(++count));
        const freshConfig = async () => ({
          dataDir: newFolder(),
          databaseUrl: dialect === 'PostgreSQL' ? await freshPostgres() : null,
        });
        const config = {
          dataDir: newFolder(),
          databaseUrl: dialect === 'PostgreSQL' ? (emptied ?? (await migratedPostgres())) : null,
        };
        if (dialect === 'SQLite') await placeMigrated(config.dataDir);
        const openAnother = async () => {
          const db = await openDatabase(config);
          opened.push(db);
          return db;
        };
        const db = await openAnother();
        if (config.databaseUrl) emptied = undefined;
        await body({ dialect, db, config, freshConfig, openAnother, t });
        if (config.databaseUrl) {
          await sql.raw(emptying).execute(db);
          emptied = config.databaseUrl;
        }
      } finally {
        await Promise.allSettled(opened.map((db) => db.destroy()));
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  }
}
