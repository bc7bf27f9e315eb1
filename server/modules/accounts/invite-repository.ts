import type { Selectable } from 'kysely';
import type { InvitesTable } from '../../db/account-tables.ts';
import type { Db } from '../../db/db.ts';

export type InviteRow = Selectable<InvitesTable>;

const open = (db: Db, nowIso: string) =>
  db
    .selectFrom('invites')
    .selectAll()
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowIso);

export async function insertInvite(db: Db, row: InviteRow): Promise<void> {
  await db.insertInto('invites').values(row).execute();
}

export async function findOpenInvite(
  db: Db,
  tokenHash: string,
  nowIso: string,
): Promise<InviteRow | undefined> {
  return open(db, nowIso).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Uses a link up. One guarded statement: a second visitor, even at the same moment, finds it used. */
export async function takeInvite(db: Db, inviteId: string, nowIso: string): Promise<boolean> {
  const row = await db
    .updateTable('invites')
    .set({ used_at: nowIso })
    .where('id', '=', inviteId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowIso)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Newest first. Of one client, or those of the installation (owners and set-up). */
export async function openInvites(db: Db, clientId: string | null, nowIso: string): Promise<InviteRow[]> {
  return open(db, nowIso)
    .where('purpose', 'in', ['set-up', 'owner', 'member'])
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Everything a person with this e-mail was invited to. */
export async function openInvitesFor(db: Db, email: string, nowIso: string): Promise<InviteRow[]> {
  return open(db, nowIso)
    .where('purpose', 'in', ['owner', 'member'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();
}

/** Makes open links invalid; answers how many. */
export async function revokeInvites(
  db: Db,
  which: Partial<Pick<InviteRow, 'id' | 'purpose' | 'email' | 'client_id' | 'user_id'>>,
  nowIso: string,
): Promise<number> {
  let query = db
    .updateTable('invites')
    .set({ revoked_at: nowIso })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowIso);
  for (const [column, value] of Object.entries(which) as [keyof typeof which, string | null][]) {
    query = query.where(column, value === null ? 'is' : '=', value);
  }
  const rows = await query.returning('id').execute();
  return rows.length;
}
