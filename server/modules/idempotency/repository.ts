import type { Db } from '../../db/db.ts';

export interface Reservation {
  clientId: string;
  key: string;
  fingerprint: string;
  /** While the request is being served, the row's body holds the id of what it is about to create. */
  resourceId: string;
}

type Keyed = Pick<Reservation, 'clientId' | 'key'>;

/** True when the key was free and is now ours. One statement: two requests can never both have it. */
export async function reserve(db: Db, reservation: Reservation, now: string): Promise<boolean> {
  const result = await db
    .insertInto('idempotency')
    .values({
      client_id: reservation.clientId,
      key: reservation.key,
      fingerprint: reservation.fingerprint,
      status: null,
      body: reservation.resourceId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'key']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function find(db: Db, { clientId, key }: Keyed) {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .executeTakeFirst();
  return (
    row && { fingerprint: row.fingerprint, status: row.status, body: row.body, createdAt: row.created_at }
  );
}

/** Takes a reservation over from a request that died; false when another request was faster. */
export async function takeOver(
  db: Db,
  { clientId, key, resourceId }: Reservation,
  createdAt: string,
  now: string,
): Promise<boolean> {
  const result = await db
    .updateTable('idempotency')
    .set({ body: resourceId, created_at: now })
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('created_at', '=', createdAt)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** True while the reservation is this request's; from now on it is young again. */
export async function renew(
  db: Db,
  { clientId, key, resourceId }: Reservation,
  now: string,
): Promise<boolean> {
  const result = await db
    .updateTable('idempotency')
    .set({ created_at: now })
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('body', '=', resourceId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function complete(
  db: Db,
  { clientId, key, resourceId }: Reservation,
  status: number,
  body: string,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status, body })
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('body', '=', resourceId)
    .execute();
}

export async function release(db: Db, { clientId, key, resourceId }: Reservation): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('body', '=', resourceId)
    .execute();
}

export async function remove(db: Db, { clientId, key }: Keyed, createdAt: string): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('created_at', '=', createdAt)
    .execute();
}

export async function removeOlderThan(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<=', before).execute();
}
