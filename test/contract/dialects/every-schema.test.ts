import assert from 'node:assert/strict';
import { type Kysely, sql } from 'kysely';
import { migrateToLatest, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { fillEveryTable, type Row, readTables } from '#test/support/every-table.ts';
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

/** A row of the old schema is in the new one when some row there has all of its values that kept their column. */
function missingFrom(
  after: ReadonlyMap<string, readonly Row[]>,
  before: ReadonlyMap<string, readonly Row[]>,
): string[] {
  return [...before].flatMap(([table, rows]) => {
    // Became runs (0009).
    if (table === 'rescores') return [];
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const kept = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}));
    const key = (row: Row) => JSON.stringify(kept.map((column) => row[column]));
    const present = new Set(now.map(key));
    return rows.filter((row) => !present.has(key(row))).map((row) => `${table}: ${JSON.stringify(row)}`);
  });
}

for (const [index, name] of migrationNames.entries()) {
  dialectTest(
    `a filled database of schema ${name} comes to the newest`,
    async ({ db: newest, freshConfig }) => {
      const db = await openDatabase(await freshConfig(), { migrate: false });
      try {
        await migrateTo(db, name);
        const own = db as unknown as Kysely<never>;
        await fillEveryTable(own);
        const before = await readTables(own);
        assert.ok([...before.values()].every((rows) => rows.length > 0));
        assert.ok(before.size >= 12 + Math.floor(index / 3), `${before.size} tables`);

        await migrateToLatest(db);

        assert.deepEqual(missingFrom(await readTables(own), before), []);
        assert.deepEqual(await shapeOf(own), await shapeOf(newest as unknown as Kysely<never>));
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
    },
  );
}
