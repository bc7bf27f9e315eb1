import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** In a SQLite file whose rows are in PostgreSQL now: a server that opened it would work on old rows. */
const MOVED_TABLE = 'assay_moved';

export interface Moved {
  /** ISO 8601, UTC. */
  at: string;
  /** Host and name of the database, without user and password. */
  to: string;
}

/** Where the rows of a SQLite file are now; undefined while they are its own. */
export async function movedFrom(source: Kysely<Tables>): Promise<Moved | undefined> {
  const { rows: tables } = await sql`
    select 1 from sqlite_master where type = 'table' and name = ${MOVED_TABLE}`.execute(source);
  if (tables.length === 0) return undefined;
  const { rows } = await sql<Moved>`
    select moved_at as "at", moved_to as "to" from ${sql.table(MOVED_TABLE)}`.execute(source);
  return rows[0];
}

export async function markMoved(source: Kysely<Tables>, { at, to }: Moved): Promise<void> {
  await source.transaction().execute(async (trx) => {
    await unmarkMoved(trx);
    await sql`create table ${sql.table(MOVED_TABLE)} (moved_at text not null, moved_to text not null)`.execute(
      trx,
    );
    await sql`insert into ${sql.table(MOVED_TABLE)} values (${at}, ${to})`.execute(trx);
  });
}

/** The file is used again as it was. */
export async function unmarkMoved(source: Kysely<Tables>): Promise<void> {
  await sql`drop table if exists ${sql.table(MOVED_TABLE)}`.execute(source);
}

/** Host and name of a PostgreSQL database, for people. */
export function nameOfPostgres(databaseUrl: string): string {
  const { host = '', pathname = '', searchParams } = URL.parse(databaseUrl) ?? {};
  return `${host || searchParams?.get('host') || 'localhost'}${pathname}`;
}
