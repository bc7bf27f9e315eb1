import { ApiError } from '../errors.ts';
import type { Db } from './db.ts';

/** What a client has and may have; everything that changes it holds the client's row lock. */
export interface Account {
  clientId: string;
  isActive: boolean;
  balance: number;
  maxConcurrentRuns: number;
}

/**
 * Locks the client until the transaction ends and reads what it holds. First statement of every transaction that
 * touches balance, holds or slots. ApiError NOT_FOUND for an unknown client.
 */
export async function lockClient(trx: Db, clientId: string): Promise<Account> {
  const row = await trx
    .selectFrom('clients')
    .select(['id', 'active', 'credit_balance', 'max_concurrent_runs'])
    .where('id', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', `There is no client "${clientId}".`);
  return {
    clientId: row.id,
    isActive: row.active === 1,
    balance: row.credit_balance,
    maxConcurrentRuns: row.max_concurrent_runs,
  };
}
