import type { Db } from '../../db/db.ts';

/** Whose persona it is; undefined when there is none. */
export async function clientOfPersona(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('personas').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}
