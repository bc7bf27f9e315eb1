import { type Kysely, sql } from 'kysely';
import { DatabaseFault } from '../database-fault.ts';
import { readWords, replaceWords } from '../dialects/text-index.ts';
import type { Tables } from '../tables.ts';
import { rowsOfPostgres, sumOf, type TableSum } from './checksum.ts';
import { copiedTables } from './copied-tables.ts';
import { type Moved, markMoved } from './moved-mark.ts';

/** In a database that is being filled: how far each table is. While it exists no server may use the database. */
export const MOVE_TABLE = 'assay_move';
/** The index of words is kept in another form by each database. */
const WORDS = 'candidate_words';
/** Rows read and stored at a time, in one transaction with how far it is. */
const PAGE_ROWS = 200;

export interface MovedTable extends TableSum {
  table: string;
}

interface Progress {
  table_name: string;
  last_row: string;
  moved: number;
}

/**
 * Copies every row of a SQLite database to one of PostgreSQL that is empty or was begun by a call before this one, and compares both
 * afterwards: counts and checksums of every table. Cut off at any moment, the next call goes on where this one was. Nothing in `source` is
 * changed but the mark it gets at the end, with which it is refused from then on; no other process may use either of them meanwhile.
 *
 * @param origin tells one source from another; a target that was begun for another is refused
 * @param moved what the mark says
 * @throws DatabaseFault
 */
export async function moveToPostgres(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  {
    origin,
    moved: mark,
    onTable,
  }: { origin: string; moved: Moved; onTable: (done: { table: string; rows: number }) => void },
): Promise<MovedTable[]> {
  const tables = await copiedTables(source);
  await begin(target, tables, origin);
  for (const table of tables)
    onTable({ table, rows: await copy(target, table, (after) => page(source, table, after)) });
  onTable({ table: WORDS, rows: await copyWords(source, target) });
  await setSequences(target, tables);
  const moved = await compare(source, target, tables);
  // In this order there is never a moment at which both can be used.
  await markMoved(source, mark);
  await sql`drop table ${sql.table(MOVE_TABLE)}`.execute(target);
  return moved;
}

/** Whether a move has begun to fill it and not ended. */
export async function isBeingFilled(target: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select (to_regclass(${MOVE_TABLE}) is not null)::int as found`.execute(target);
  return rows[0]!.found === 1;
}

/** Whether nothing has been stored in it but what migrations put there. */
async function hasNoData(target: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from clients) + (select count(*) from users) + (select count(*) from runs) as count
  `.execute(target);
  return rows[0]!.count === 0;
}

async function begin(target: Kysely<Tables>, tables: readonly string[], origin: string): Promise<void> {
  if (await isBeingFilled(target)) {
    const { rows } = await sql<Progress>`
      select * from ${sql.table(MOVE_TABLE)} where table_name = ${`from ${origin}`}`.execute(target);
    if (rows.length === 0)
      throw new DatabaseFault(
        'This database was begun to be filled from another installation. Give an empty database, or go on with that installation.',
      );
    return;
  }
  if (!(await hasNoData(target)))
    throw new DatabaseFault(
      'This database is in use: it has clients, accounts or runs. Give an empty one (createdb NAME).',
    );
  await target.transaction().execute(async (trx) => {
    // What migrations have put there comes from the source, too.
    await sql`truncate ${sql.join([...tables, WORDS].map((table) => sql.table(table)))}`.execute(trx);
    await sql`create table ${sql.table(MOVE_TABLE)} (
      table_name text primary key, last_row bigint not null, moved integer not null)`.execute(trx);
    await sql`insert into ${sql.table(MOVE_TABLE)} values (${`from ${origin}`}, 0, 0)`.execute(trx);
  });
}

interface Page {
  /** Of the last row. */
  last: number;
  rows: Record<string, unknown>[];
}

async function page(source: Kysely<Tables>, table: string, after: number): Promise<Page> {
  const { rows } = await sql<Record<string, unknown> & { move_row: number }>`
    select rowid as move_row, * from ${sql.table(table)}
    where rowid > ${after} order by rowid limit ${PAGE_ROWS}`.execute(source);
  return { last: rows.at(-1)?.move_row ?? after, rows: rows.map(({ move_row: _, ...row }) => row) };
}

/** @returns how many rows have been moved, in this call and before it */
async function copy(
  target: Kysely<Tables>,
  table: string,
  read: (after: number) => Promise<Page>,
  store = (trx: Kysely<Tables>, rows: Page['rows']) => insert(trx, table, rows),
): Promise<number> {
  const { rows: known } = await sql<Progress>`
    select * from ${sql.table(MOVE_TABLE)} where table_name = ${table}`.execute(target);
  let after = Number(known[0]?.last_row ?? 0);
  let moved = known[0]?.moved ?? 0;
  for (;;) {
    const { last, rows } = await read(after);
    if (rows.length === 0) return moved;
    moved += rows.length;
    after = last;
    await target.transaction().execute(async (trx) => {
      await store(trx, rows);
      await sql`
        insert into ${sql.table(MOVE_TABLE)} values (${table}, ${last}, ${moved})
        on conflict (table_name) do update set last_row = excluded.last_row, moved = excluded.moved`.execute(
        trx,
      );
    });
  }
}

async function insert(trx: Kysely<Tables>, table: string, rows: Page['rows']): Promise<void> {
  const columns = Object.keys(rows[0]!);
  try {
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`))}`.execute(
      trx,
    );
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Text with a zero byte, a number that is too large: what only one of the databases keeps.
    if (code?.startsWith('22'))
      throw new DatabaseFault(`PostgreSQL cannot keep a row of the table "${table}": ${message}.`, {
        cause: error,
      });
    throw error;
  }
}

async function copyWords(source: Kysely<Tables>, target: Kysely<Tables>): Promise<number> {
  return copy(
    target,
    WORDS,
    async (after) => {
      const entries = await readWords(source, { after, limit: PAGE_ROWS });
      return { last: entries.at(-1)?.row ?? after, rows: entries.map((entry) => ({ entry })) };
    },
    (trx, rows) =>
      replaceWords(
        trx,
        rows.map(({ entry }) => entry as Awaited<ReturnType<typeof readWords>>[number]),
        [],
      ),
  );
}

/** The next number of a column comes behind the largest there is. */
async function setSequences(target: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(target);
  for (const { table, column } of rows.filter((one) => tables.includes(one.table)))
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}),
        (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(target);
}

async function compare(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  tables: readonly string[],
): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const before = await sumOf(pagesOf(source, table));
    const after = await target.transaction().execute((trx) => sumOf(rowsOfPostgres(trx, table, PAGE_ROWS)));
    if (before.rows !== after.rows || before.checksum !== after.checksum)
      throw new DatabaseFault(
        `The table "${table}" has ${before.rows} rows here and ${after.rows} there, and they are not the same. Was this installation used since the move began? Make the database empty (dropdb, createdb) and move again.`,
      );
    moved.push({ table, ...before });
  }
  const words = await Promise.all(
    [source, target].map(async (db) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(WORDS)}`.execute(db);
      return Number(rows[0]!.count);
    }),
  );
  if (words[0] !== words[1])
    throw new DatabaseFault(`The index of words has ${words[0]} candidates here and ${words[1]} there.`);
  return moved;
}

async function* pagesOf(source: Kysely<Tables>, table: string): AsyncGenerator<Page['rows']> {
  for (let after = 0; ; ) {
    const { last, rows } = await page(source, table, after);
    if (rows.length === 0) return;
    yield rows;
    after = last;
  }
}
