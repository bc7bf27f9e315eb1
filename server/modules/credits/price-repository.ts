import type { Db } from '../../db/db.ts';

/** The rows of an owner, null for the installation. */
export async function storedPrices(
  db: Db,
  clientId: string | null,
): Promise<{ item: string; credits: number }[]> {
  return db
    .selectFrom('prices')
    .select(['item', 'credits'])
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .execute();
}

/** The installation's rows and a client's, in one look: what a client pays is of one moment. */
export async function pricesInForce(
  db: Db,
  clientId: string,
): Promise<{ isOwn: boolean; item: string; credits: number }[]> {
  const rows = await db
    .selectFrom('prices')
    .select(['client_id', 'item', 'credits'])
    .where((price) => price.or([price('client_id', 'is', null), price('client_id', '=', clientId)]))
    .execute();
  return rows.map(({ client_id, ...price }) => ({ ...price, isOwn: client_id !== null }));
}

export async function countClientsWithOwn(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('prices')
    .select((of) => of.fn.count<number>('client_id').distinct().as('count'))
    .where('client_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function upsertPrice(
  db: Db,
  price: { clientId: string | null; item: string; credits: number; changedAt: string },
): Promise<void> {
  const { clientId, item, credits, changedAt } = price;
  await db
    .insertInto('prices')
    .values({ client_id: clientId, item, credits, changed_at: changedAt })
    .onConflict((conflict) =>
      (clientId === null
        ? conflict.columns(['item']).where('client_id', 'is', null)
        : conflict.columns(['client_id', 'item'])
      ).doUpdateSet({ credits, changed_at: changedAt }),
    )
    .execute();
}

export async function deletePrice(db: Db, clientId: string | null, item: string): Promise<void> {
  await db
    .deleteFrom('prices')
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('item', '=', item)
    .execute();
}
