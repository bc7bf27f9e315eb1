import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** All that a SQLite database holds, by table; signs of life, which come by themselves, left out. */
export async function everyRow(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'live_processes' order by name
  `.execute(db);
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    found[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  }
  return found;
}
