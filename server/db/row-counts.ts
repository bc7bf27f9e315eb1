import { sql } from 'kysely';
import type { Db } from './db.ts';

/** How many rows each table has, in order of its name. Walks through all of them: ask seldom. */
export async function rowCounts(db: Db): Promise<{ table: string; rows: number }[]> {
  const tables = await db.introspection.getTables();
  const counts: { table: string; rows: number }[] = [];
  for (const { name } of tables.filter(({ isView }) => !isView)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts.push({ table: name, rows: Number(rows[0]!.count) });
  }
  return counts.sort((a, b) => a.table.localeCompare(b.table));
}
