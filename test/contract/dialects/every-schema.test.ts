import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { migrateToLatest, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Dialect, type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { fillEveryTable, missingFrom, readTables } from '#test/support/every-table.ts';
import { copyOfPostgres } from '#test/support/fresh-postgres.ts';
import { migrateTo } from '#test/support/migration-test.ts';

/** Names and types of all columns, and names of indexes: what a database is like, whatever way it took. */
async function shapeOf(db: Kysely<never>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !name.startsWith('kysely_'))
    .flatMap(({ name, columns }) =>
      columns.map(
        (column) => `${name}.${column.name} ${column.dataType} ${column.isNullable ? 'or null' : ''}`,
      ),
    )
    .sort();
}

/** A database of each dialect that goes from schema to schema, and what the newest is like: no test begins at the first again. */
const ladders = new Map<Dialect, { config: DialectTest['config']; newest: string[] }>();
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function ladderOf({ dialect, db, freshConfig }: DialectTest) {
  const known = ladders.get(dialect);
  if (known) return known;
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-ladder-'));
  folders.push(dataDir);
  const config = { ...(await freshConfig()), dataDir };
  const made = { config, newest: await shapeOf(db as unknown as Kysely<never>) };
  ladders.set(dialect, made);
  return made;
}

/** An empty database of an earlier schema; those before it have been asked for. */
async function atSchema(name: string, context: DialectTest): Promise<Kysely<Tables>> {
  const { config } = await ladderOf(context);
  const ladder = await openDatabase(config, { migrate: false });
  await migrateTo(ladder, name);
  await ladder.destroy();
  const dataDir = join(context.config.dataDir, 'copy');
  await mkdir(dataDir, { recursive: true });
  if (config.databaseUrl === null)
    await copyFile(join(config.dataDir, 'assay.db'), join(dataDir, 'assay.db'));
  const databaseUrl = config.databaseUrl && (await copyOfPostgres(config.databaseUrl));
  return openDatabase({ dataDir, databaseUrl }, { migrate: false });
}

for (const name of migrationNames) {
  dialectTest(`a filled database of schema ${name} comes to the newest`, async (context) => {
    const { newest } = await ladderOf(context);
    const db = await atSchema(name, context);
    try {
      const own = db as unknown as Kysely<never>;
      await fillEveryTable(own);
      const before = await readTables(own);
      assert.ok([...before.values()].every((rows) => rows.length > 0));
      assert.ok(before.size >= 42, `${before.size} tables`);

      await migrateToLatest(db);

      assert.deepEqual(missingFrom(await readTables(own), before), []);
      assert.deepEqual(await shapeOf(own), newest);
      // A second start has nothing to do.
      await migrateToLatest(db);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        db,
      );
      assert.deepEqual(
        rows.map((row) => row.name),
        migrationNames,
      );
    } finally {
      await db.destroy();
    }
  });
}
