import type { Db } from '../../db/db.ts';

/** What other modules need of this one's tables, also inside their transactions. */

export async function clientIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** By id; all of them unless `ids` are given. */
export async function clientNames(
  db: Db,
  ids?: readonly string[],
): Promise<Map<string, { name: string; active: boolean }>> {
  if (ids?.length === 0) return new Map();
  let query = db.selectFrom('clients').select(['id', 'name', 'active']);
  if (ids) query = query.where('id', 'in', [...new Set(ids)]);
  const rows = await query.execute();
  return new Map(rows.map(({ id, name, active }) => [id, { name, active: active === 1 }]));
}

/** Whose key it is; undefined when there is none. */
export async function clientOfKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_keys').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}

/** Whose project it is; undefined when there is none. */
export async function clientOfProject(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('projects').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}

/** By id. */
export async function keyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** By id. */
export async function projectNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('projects').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether the client's people look at the sample candidates. */
export async function showsSamples(db: Db, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('shows_samples')
    .where('id', '=', clientId)
    .executeTakeFirst();
  return row?.shows_samples === 1;
}

export async function setShowsSamples(db: Db, clientId: string, shows: boolean): Promise<void> {
  await db
    .updateTable('clients')
    .set({ shows_samples: shows ? 1 : 0 })
    .where('id', '=', clientId)
    .execute();
}
