import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { cvFileKind, headBytes, tailBytes } from '../../domain/cv/file-kinds.ts';
import type { CvDocument, CvProfile } from '../../domain/cv/types.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { CvReading } from './types.ts';

/** Which of these ids are stored CVs. */
export async function cvsAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('cvs').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** How a stored CV says its person can be reached, in its order; null while it is not read, and once its profile had to go. */
export async function contactsIn(db: Db, cvId: string): Promise<CvProfile['contacts'] | null> {
  const row = await db.selectFrom('cvs').select('profile').where('id', '=', cvId).executeTakeFirst();
  return row?.profile ? (JSON.parse(row.profile) as CvProfile).contacts : null;
}

/** A stored CV as it was read. */
export interface ReadCv {
  id: string;
  clientId: string;
  document: CvDocument;
  profile: CvProfile;
}

/** Those that were read and that CV search does not have, whosever they are; at most `limit`. */
export async function cvsOutsidePool(db: Db, limit: number): Promise<ReadCv[]> {
  const rows = await db
    .selectFrom('cvs')
    .select(['id', 'client_id', 'reading', 'profile'])
    .where('in_pool', '=', sql.lit(0))
    .where('reading', 'is not', null)
    .where('profile', 'is not', null)
    .limit(limit)
    .execute();
  return rows.map(({ id, client_id, reading, profile }) => ({
    id,
    clientId: client_id,
    document: (JSON.parse(reading!) as Pick<CvReading, 'document'>).document,
    profile: JSON.parse(profile!) as CvProfile,
  }));
}

/** False for one that has been let go of, or forgotten, meanwhile. */
export async function noteInPool(trx: Db, cvId: string): Promise<boolean> {
  const row = await trx
    .updateTable('cvs')
    .set({ in_pool: 1 })
    .where('id', '=', cvId)
    .where('reading', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A client's CV of this content, of those that are stored; undefined when there is none. */
export async function cvOfContent(
  db: Db,
  { clientId, sha256 }: { clientId: string; sha256: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('cvs')
    .select('id')
    .where('client_id', '=', clientId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.id;
}

/** What a CV says, line by line; undefined while it is not read, and once that had to go. */
export async function documentOfCv(db: Db, cvId: string): Promise<CvDocument | undefined> {
  const row = await db.selectFrom('cvs').select('reading').where('id', '=', cvId).executeTakeFirst();
  return row?.reading ? (JSON.parse(row.reading) as Pick<CvReading, 'document'>).document : undefined;
}

/** What the file of an upload or a stored CV is by its content. */
export async function kindOfFile(blobs: BlobStore, key: string): Promise<ReturnType<typeof cvFileKind>> {
  const file = (await blobs.open(key))!;
  const piece = async (start: number, end: number) =>
    Buffer.concat(end > start ? await file.stream({ start, end: end - 1 }).toArray() : []);
  return cvFileKind(
    await piece(0, Math.min(headBytes, file.sizeBytes)),
    await piece(Math.max(0, file.sizeBytes - tailBytes), file.sizeBytes),
  );
}
