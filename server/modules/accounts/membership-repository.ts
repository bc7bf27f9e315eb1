import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { clientNames } from '../identity/queries.ts';
import type { ClientRole, Membership } from './types.ts';

export type MembershipRow = Selectable<Tables['memberships']>;

/** Replaces the role that the person may have had in this client. */
export async function grantMembership(db: Db, row: MembershipRow): Promise<void> {
  await db
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doUpdateSet({ role: row.role }))
    .execute();
}

/** Locked until the transaction ends. */
export async function lockMembership(
  trx: Db,
  clientId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  return trx
    .selectFrom('memberships')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteMembership(trx: Db, clientId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('memberships')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute();
}

/** By e-mail. */
export async function membersOf(db: Db, clientId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('users')
    .select('memberships.role')
    .where('client_id', '=', clientId)
    .orderBy('users.email')
    .execute();
}

export interface NamedMembership extends Membership {
  clientName: string;
  clientActive: boolean;
}

/** By user id, each person's by the clients' names; of one person, or of all. */
export async function membershipsByUser(db: Db, userId?: string): Promise<Map<string, NamedMembership[]>> {
  let query = db.selectFrom('memberships').select(['user_id', 'client_id', 'role']).orderBy('client_id');
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  const rows = await query.execute();
  const clients = await clientNames(db, userId === undefined ? undefined : rows.map((row) => row.client_id));
  const byUser = new Map<string, NamedMembership[]>();
  for (const { user_id, client_id, role } of rows) {
    const { name, active } = clients.get(client_id)!;
    const named = { clientId: client_id, role: role as ClientRole, clientName: name, clientActive: active };
    byUser.set(user_id, [...(byUser.get(user_id) ?? []), named]);
  }
  for (const memberships of byUser.values()) {
    memberships.sort((a, b) => Number(a.clientName > b.clientName) - Number(a.clientName < b.clientName));
  }
  return byUser;
}
