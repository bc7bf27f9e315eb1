import type { Db } from '../../db/db.ts';
import type { CvProfile } from '../../domain/cv/types.ts';
import { isCvUsed } from '../runs/queries.ts';

/** Which of these ids are stored CVs. */
export async function cvsAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('cvs').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** What a CV says is one of a match's results and goes with the last of them; who needs it again reads the file. */
export async function forgetReading(trx: Db, cvId: string): Promise<void> {
  if (await isCvUsed(trx, cvId)) return;
  await trx
    .updateTable('cvs')
    .set({
      page_count: null,
      reading: null,
      profile: null,
      profile_as_of: null,
      parser_version: null,
      read_at: null,
    })
    .where('id', '=', cvId)
    .execute();
}

/** How a stored CV says its person can be reached, in its order; null while it is not read, and once its profile had to go. */
export async function contactsIn(db: Db, cvId: string): Promise<CvProfile['contacts'] | null> {
  const row = await db.selectFrom('cvs').select('profile').where('id', '=', cvId).executeTakeFirst();
  return row?.profile ? (JSON.parse(row.profile) as CvProfile).contacts : null;
}
