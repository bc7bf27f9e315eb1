import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** A table with what it points to. */
interface Table {
  name: string;
  pointsTo: string[];
}

/** Of the migrations, of SQLite itself, what the index of words consists of (text-index.ts moves that), and the mark of a move. */
const notCopied = /^(?:kysely_|sqlite_|candidate_word|assay_moved)/;

/** The tables of a SQLite database whose rows are moved, each after the tables that its rows point to. */
export async function copiedTables(source: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by name`.execute(source);
  const tables: Table[] = [];
  for (const { name } of rows.filter((table) => !notCopied.test(table.name))) {
    const { rows: keys } = await sql<{ to: string }>`
      select distinct "table" as "to" from pragma_foreign_key_list(${name}) where "table" <> ${name}`.execute(
      source,
    );
    tables.push({ name, pointsTo: keys.map(({ to }) => to) });
  }
  return inOrder(tables);
}

function inOrder(tables: readonly Table[]): string[] {
  const order: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ pointsTo }) => pointsTo.every((name) => order.includes(name)));
    if (ready.length === 0)
      throw new Error(`These tables point to one another: ${left.map(({ name }) => name).join(', ')}.`);
    order.push(...ready.map(({ name }) => name));
    left = left.filter(({ name }) => !order.includes(name));
  }
  return order;
}
