import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { WebhookSecretsTable } from '../../db/webhook-tables.ts';

export type SecretRow = Selectable<WebhookSecretsTable>;

/** Whose secret: a client's, or (null) the installation's default. */
export type SecretOwner = string | null;

const ownedBy = (db: Db, owner: SecretOwner) =>
  db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('client_id', owner === null ? 'is' : '=', owner);

/** The current one first, then the one it replaced while that still signs. */
export async function validSecrets(db: Db, owner: SecretOwner, nowIso: string): Promise<SecretRow[]> {
  const rows = await ownedBy(db, owner)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', nowIso)]))
    .execute();
  return rows.sort((a, b) => Number(a.expires_at !== null) - Number(b.expires_at !== null));
}

/** Locked until the transaction ends, so that two rotations follow each other. */
export async function lockCurrentSecret(trx: Db, owner: SecretOwner): Promise<SecretRow | undefined> {
  return ownedBy(trx, owner).where('expires_at', 'is', null).forUpdate().executeTakeFirst();
}

/** Leaves everything as it is when the owner already has a current secret. */
export async function insertSecret(db: Db, row: SecretRow): Promise<void> {
  await db
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function expireSecret(trx: Db, id: string, expiresAt: string): Promise<void> {
  await trx.updateTable('webhook_secrets').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

/** All of an owner's, except one. */
export async function deleteSecrets(trx: Db, owner: SecretOwner, keptId: string | null): Promise<void> {
  let query = trx.deleteFrom('webhook_secrets').where('client_id', owner === null ? 'is' : '=', owner);
  if (keptId !== null) query = query.where('id', '!=', keptId);
  await query.execute();
}
