import { Value } from 'typebox/value';
import type { Db } from '../../db/db.ts';
import { isCvUsed } from '../runs/queries.ts';
import { CvReading, type ReceivedCv } from './types.ts';

export async function findCv(
  db: Db,
  cvId: string,
): Promise<{ sha256: string; sizeBytes: number } | undefined> {
  const row = await db
    .selectFrom('cvs')
    .select(['sha256', 'size_bytes'])
    .where('id', '=', cvId)
    .executeTakeFirst();
  return row && { sha256: row.sha256, sizeBytes: row.size_bytes };
}

export async function insertCv(trx: Db, cv: ReceivedCv, nowIso: string): Promise<void> {
  await trx
    .insertInto('cvs')
    .values({
      id: cv.id,
      client_id: cv.clientId,
      sha256: cv.sha256,
      size_bytes: cv.sizeBytes,
      created_at: nowIso,
      used_at: nowIso,
    })
    .execute();
}

export async function noteUse(trx: Db, cvId: string, nowIso: string): Promise<void> {
  await trx.updateTable('cvs').set({ used_at: nowIso }).where('id', '=', cvId).execute();
}

/** What does not have the shape of a reading counts as not read. */
export async function readingOf(db: Db, cvId: string): Promise<CvReading | null> {
  const row = await db
    .selectFrom('cvs')
    .select(['reading', 'profile', 'profile_as_of', 'parser_version'])
    .where('id', '=', cvId)
    .executeTakeFirst();
  if (!row?.reading || !row.profile) return null;
  const stored: unknown = {
    ...JSON.parse(row.reading),
    profile: JSON.parse(row.profile),
    profileAsOf: row.profile_as_of,
    parserVersion: row.parser_version,
  };
  return Value.Check(CvReading, stored) ? stored : null;
}

export async function saveReading(
  db: Db,
  cvId: string,
  { document, warnings, profile, profileAsOf, parserVersion }: CvReading,
  nowIso: string,
): Promise<void> {
  await db
    .updateTable('cvs')
    .set({
      page_count: document.pages.length,
      reading: JSON.stringify({ document, warnings }),
      profile: JSON.stringify(profile),
      profile_as_of: profileAsOf,
      parser_version: parserVersion,
      read_at: nowIso,
      // Another reading may say more.
      in_pool: 0,
    })
    .where('id', '=', cvId)
    .execute();
}

export async function deleteCv(trx: Db, cvId: string): Promise<void> {
  await trx.deleteFrom('cvs').where('id', '=', cvId).execute();
}

/** What it says; the file stays. The client whose it is, undefined while a run still needs it. */
export async function forgetReading(trx: Db, cvId: string): Promise<string | undefined> {
  if (await isCvUsed(trx, cvId)) return undefined;
  const row = await trx
    .updateTable('cvs')
    .set({
      page_count: null,
      reading: null,
      profile: null,
      profile_as_of: null,
      parser_version: null,
      read_at: null,
      in_pool: 0,
    })
    .where('id', '=', cvId)
    .returning('client_id')
    .executeTakeFirst();
  return row?.client_id;
}
