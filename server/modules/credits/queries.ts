import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { ApiError } from '../../errors.ts';
import { appendEntry } from './repository.ts';

const topUpReference = 'top_up';
/** Balances are 32-bit integers on PostgreSQL. */
const maxBalance = 2_000_000_000;

/** Writes a top-up into the ledger, inside the caller's transaction. ApiError INVALID_INPUT for an amount that is none, or too much. */
export async function addCredits(
  trx: Db,
  { clientId, amount, description }: { clientId: string; amount: number; description: string },
  { id, nowIso }: { id: string; nowIso: string },
): Promise<void> {
  if (!Number.isInteger(amount) || amount < 1 || amount > maxBalance) {
    throw new ApiError('INVALID_INPUT', `Credits to add must be a whole number from 1 to ${maxBalance}.`);
  }
  const account = await lockClient(trx, clientId);
  const balanceAfter = account.balance + amount;
  if (balanceAfter > maxBalance) {
    throw new ApiError('INVALID_INPUT', `A balance cannot exceed ${maxBalance} credits.`);
  }
  await appendEntry(trx, clientId, {
    id,
    type: 'credit',
    amount,
    balanceAfter,
    serviceType: 'credits',
    referenceType: topUpReference,
    // Nothing else is referred to, and the specification's referenceId is never null.
    referenceId: id,
    audioDurationMs: null,
    description,
    createdAt: nowIso,
  });
}
