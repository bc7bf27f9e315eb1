import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

export interface TableSum {
  rows: number;
  /** The same for the same rows in any order, in both databases. */
  checksum: string;
}

/** What is added up fits in so many bits. */
const sumBits = 128n;

/** A row's columns by name, values as both databases give them: numbers, texts, bytes, nothing. */
function canonical(row: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(row)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]);
  return JSON.stringify(values);
}

/** Adds up SHA-256 of every row, so that it needs no order: the databases sort texts differently. */
export async function sumOf(
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): Promise<TableSum> {
  let rows = 0;
  let sum = 0n;
  for await (const page of pages)
    for (const row of page) {
      rows++;
      const hash = createHash('sha256').update(canonical(row)).digest('hex').slice(0, 32);
      sum = BigInt.asUintN(Number(sumBits), sum + BigInt(`0x${hash}`));
    }
  return { rows, checksum: sum.toString(16).padStart(32, '0') };
}

/** All rows of a table of PostgreSQL, some at a time, inside one transaction, so that they are of one moment. */
export async function* rowsOfPostgres(
  trx: Db,
  table: string,
  count: number,
): AsyncGenerator<Record<string, unknown>[]> {
  const cursor = sql.id(`all_${table}`);
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(count)} from ${cursor}`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close ${cursor}`.execute(trx);
}
