import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import type { LedgerEntry, LedgerPage, NumberedEntry } from './types.ts';

/** One statement, so that the two belong to the same moment. ApiError NOT_FOUND for an unknown client. */
export async function balanceAndHeld(db: Db, clientId: string): Promise<{ balance: number; held: number }> {
  const row = await db
    .selectFrom('clients')
    .select((of) => [
      'credit_balance',
      of
        .selectFrom('holds')
        .select((hold) => hold.fn.sum<number | null>('amount').as('held'))
        .whereRef('holds.client_id', '=', 'clients.id')
        .as('held'),
    ])
    .where('id', '=', clientId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', `There is no client "${clientId}".`);
  return { balance: row.credit_balance, held: row.held ?? 0 };
}

export async function sumOfHolds(db: Db, clientId: string): Promise<number> {
  const row = await db
    .selectFrom('holds')
    .select((of) => of.fn.sum<number | null>('amount').as('held'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return row.held ?? 0;
}

export async function insertHold(
  trx: Db,
  hold: { runId: string; clientId: string; amount: number; createdAt: string },
): Promise<void> {
  await trx
    .insertInto('holds')
    .values({
      run_id: hold.runId,
      client_id: hold.clientId,
      amount: hold.amount,
      created_at: hold.createdAt,
    })
    .execute();
}

/** The amount that was held, or undefined when nothing was (any more). */
export async function takeHold(trx: Db, runId: string): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('holds')
    .where('run_id', '=', runId)
    .returning('amount')
    .executeTakeFirst();
  return row?.amount;
}

/** Writes the entry, the client's new balance and the sums together; the caller holds the client's lock. */
export async function appendEntry(trx: Db, clientId: string, entry: LedgerEntry): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({
      id: entry.id,
      client_id: clientId,
      type: entry.type,
      amount: entry.amount,
      balance_after: entry.balanceAfter,
      service_type: entry.serviceType,
      reference_type: entry.referenceType,
      reference_id: entry.referenceId,
      audio_duration_ms: entry.audioDurationMs,
      description: entry.description,
      created_at: entry.createdAt,
    })
    .execute();
  await trx
    .updateTable('clients')
    .set({ credit_balance: entry.balanceAfter })
    .where('id', '=', clientId)
    .execute();
  await trx
    .insertInto('ledger_totals')
    .values({
      client_id: clientId,
      type: entry.type,
      service_type: entry.serviceType,
      total: entry.amount,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'type', 'service_type'])
        .doUpdateSet((of) => ({ total: of('ledger_totals.total', '+', entry.amount) })),
    )
    .execute();
}

export async function findDebit(
  db: Db,
  referenceType: string,
  referenceId: string,
): Promise<{ balanceAfter: number } | undefined> {
  const row = await db
    .selectFrom('ledger')
    .select('balance_after')
    .where('reference_type', '=', referenceType)
    .where('reference_id', '=', referenceId)
    .where('type', '=', 'debit')
    .executeTakeFirst();
  return row && { balanceAfter: row.balance_after };
}

export async function newestEntries(db: Db, page: LedgerPage): Promise<NumberedEntry[]> {
  let query = db
    .selectFrom('ledger')
    .selectAll()
    .where('client_id', '=', page.clientId)
    .orderBy('sequence', 'desc')
    .limit(page.limit);
  if (page.type !== undefined) query = query.where('type', '=', page.type);
  if (page.before !== undefined) query = query.where('sequence', '<', page.before);
  return (await query.execute()).map((row) => ({
    id: row.id,
    sequence: row.sequence,
    type: row.type,
    amount: row.amount,
    balanceAfter: row.balance_after,
    serviceType: row.service_type,
    referenceType: row.reference_type,
    referenceId: row.reference_id,
    audioDurationMs: row.audio_duration_ms,
    description: row.description,
    createdAt: row.created_at,
  }));
}

/** Sum of the debits since a moment. */
export async function sumOfDebits(db: Db, clientId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom('ledger')
    .select((of) => of.fn.sum<number | null>('amount').as('total'))
    .where('client_id', '=', clientId)
    .where('type', '=', 'debit')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.total ?? 0);
}

export async function totalsByService(
  db: Db,
  clientId: string,
): Promise<{ type: 'debit' | 'credit'; serviceType: string; total: number }[]> {
  const rows = await db
    .selectFrom('ledger_totals')
    .select(['type', 'service_type', 'total'])
    .where('client_id', '=', clientId)
    .execute();
  return rows.map((row) => ({ type: row.type, serviceType: row.service_type, total: row.total }));
}
