import type { Selectable } from 'kysely';
import type { ConsoleSessionsTable } from '../../db/account-tables.ts';
import type { Db } from '../../db/db.ts';

export type SessionRow = Selectable<ConsoleSessionsTable>;

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto('console_sessions').values(row).execute();
}

/** Only while it lives. */
export async function findSession(
  db: Db,
  tokenHash: string,
  nowIso: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('console_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowIso)
    .executeTakeFirst();
}

/** Newest use first. */
export async function sessionsOf(db: Db, userId: string, nowIso: string): Promise<SessionRow[]> {
  return db
    .selectFrom('console_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowIso)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function touchSession(
  db: Db,
  id: string,
  changes: { last_seen_at: string; expires_at: string },
): Promise<void> {
  await db.updateTable('console_sessions').set(changes).where('id', '=', id).execute();
}

/** False when the person has no such session. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('console_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** All of a person's, except perhaps one. */
export async function deleteSessionsOf(db: Db, userId: string, keptId: string | null = null): Promise<void> {
  let query = db.deleteFrom('console_sessions').where('user_id', '=', userId);
  if (keptId !== null) query = query.where('id', '!=', keptId);
  await query.execute();
}

export async function deleteExpiredSessions(db: Db, nowIso: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('expires_at', '<=', nowIso).execute();
}
