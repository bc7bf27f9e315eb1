import type { Selectable } from 'kysely';
import type { UsersTable } from '../../db/account-tables.ts';
import type { Db } from '../../db/db.ts';
import type { User } from './types.ts';

export type UserRow = Selectable<UsersTable>;

export async function findUserRow(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function findUserByOidc(db: Db, issuer: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst();
}

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export async function updateUser(
  db: Db,
  userId: string,
  changes: Partial<Omit<UserRow, 'id' | 'created_at'>>,
): Promise<UserRow | undefined> {
  return db.updateTable('users').set(changes).where('id', '=', userId).returningAll().executeTakeFirst();
}

/** Locked until the transaction ends, so that what was read of them still holds. */
export async function lockOwners(trx: Db): Promise<UserRow[]> {
  return trx.selectFrom('users').selectAll().where('is_owner', '=', 1).orderBy('id').forUpdate().execute();
}

export async function anyOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('is_owner', '=', 1).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** By e-mail. */
export async function allUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('email').execute();
}

/**
 * Takes a code's time step once: false when this or a later one was taken before.
 * One guarded statement: two requests can never use the same code.
 */
export async function takeTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((users) => users.or([users('totp_last_step', 'is', null), users('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isOwner: row.is_owner === 1,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    totpEnabled: row.totp_enabled_at !== null,
    disabledAt: row.disabled_at,
  };
}
