import type { Db } from '../../db/db.ts';

const NOTE = 'files_place';

/**
 * Writes down where the files of runs live, as the serving process has them.
 *
 * @param place for people, the same on every machine
 * @returns where they were until now, if elsewhere
 */
export async function noteFilesPlace(db: Db, place: string): Promise<string | null> {
  const before = await notedFilesPlace(db);
  if (before === place) return null;
  const value = JSON.stringify(place);
  await db
    .insertInto('installation')
    .values({ name: NOTE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  return before;
}

/** Null before a process has served. */
export async function notedFilesPlace(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', NOTE).executeTakeFirst();
  return row ? (JSON.parse(row.value) as string) : null;
}
