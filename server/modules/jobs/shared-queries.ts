import type { Db } from '../../db/db.ts';

/** Whose job it is; undefined when there is none. */
export async function clientOfJob(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('jobs').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}
