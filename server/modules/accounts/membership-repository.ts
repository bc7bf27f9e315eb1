import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';

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

/** With the clients' names. */
export async function allMemberships(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('clients', 'clients.id', 'memberships.client_id')
    .select(['user_id', 'client_id', 'role', 'clients.name as client_name'])
    .orderBy('clients.name')
    .orderBy('client_id')
    .execute();
}
