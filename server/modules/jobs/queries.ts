import type { Db } from '../../db/db.ts';

/** Whose job it is; undefined when there is none. */
export async function clientOfJob(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('jobs').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}

/** Titles by id; jobs without one are left out. */
export async function jobNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('jobs').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.filter(({ title }) => title !== '').map(({ id, title }) => [id, title]));
}
