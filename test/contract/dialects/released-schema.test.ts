import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { migrateToLatest, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Dialect, dialectTest } from '#test/support/dialect-test.ts';
import { fillEveryTable, missingFrom, readTables } from '#test/support/every-table.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** Databases without rows, as the release of 26 November 2026 (commit 6edd9ad) made them. */
const released = resolve(import.meta.dirname, '../../fixtures/schema-0021');
const unpacked = async (name: string) => gunzipSync(await readFile(join(released, name)));

async function place(config: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  if (config.databaseUrl === null)
    return writeFile(join(config.dataDir, 'assay.db'), await unpacked('sqlite.db.gz'));
  const client = new pg.Client(config.databaseUrl);
  await client.connect();
  try {
    await client.query(String(await unpacked('postgresql.sql.gz')));
  } finally {
    await client.end();
  }
}

/** Columns with their types and defaults, indexes and constraints; columns may stand in another order. */
const shapes: Record<Dialect, (db: Kysely<Tables>) => Promise<string[]>> = {
  SQLite: async (db) => {
    const { rows } = await sql<{ what: string }>`
      with tables as (select name from sqlite_master where type = 'table' and name not like 'kysely_%')
      select concat_ws(' ', tables.name, of.name, of.type, of."notnull", of.dflt_value, of.pk) as what
        from tables, pragma_table_info(tables.name) as of
      union all select concat_ws(' ', tables.name, of."from", of."table", of."to", of.on_delete)
        from tables, pragma_foreign_key_list(tables.name) as of
      union all select concat_ws(' ', tables.name, of."unique", of.origin,
          (select group_concat(name) from (select name from pragma_index_info(of.name) order by seqno)))
        from tables, pragma_index_list(tables.name) as of
      union all select sql from sqlite_master where sql is not null and (type = 'index' or sql like 'create virtual%')`.execute(
      db,
    );
    return rows.map((row) => row.what);
  },
  PostgreSQL: async (db) => {
    const { rows } = await sql<{ what: string }>`
      select indexdef as what from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely_%'
      union all select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db);
    return rows.map((row) => row.what);
  },
};

dialectTest('a database that was released comes to the newest, with all that is in it', async (context) => {
  const { db: newest, dialect } = context;
  const config = await context.freshConfig();
  await place(config);
  const db = await openDatabase(config, { migrate: false });
  try {
    const own = db as unknown as Kysely<never>;
    await fillEveryTable(own);
    const before = await readTables(own);
    await migrateToLatest(db);
    assert.deepEqual(missingFrom(await readTables(own), before), []);
    assert.deepEqual((await shapes[dialect](db)).sort(), (await shapes[dialect](newest)).sort());
    // A second start has nothing to do.
    await migrateToLatest(db);
  } finally {
    await db.destroy();
  }
});

test('a database that is older still is refused, and says what to do', async (t) => {
  const db = await openDatabase({ dataDir: await tempFolder(t), databaseUrl: null }, { migrate: false });
  try {
    await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db);
    await sql`insert into kysely_migration values ('0001_first', ''), ('0008_run_search', '')`.execute(db);
    await assert.rejects(
      migrateToLatest(db),
      /too old for this version: its newest migration is 0008_run_search\. Start a version from/,
    );
    const tables = await db.introspection.getTables();
    assert.deepEqual(
      tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_')),
      [],
    );
  } finally {
    await db.destroy();
  }
  assert.equal(migrationNames[0], '0021_many_machines');
});
