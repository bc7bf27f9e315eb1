import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { runTypes } from '../runs/registry.ts';
import type { RunType } from '../runs/run-type.ts';
import {
  appendEntry,
  balanceAndHeld,
  findDebit,
  insertHold,
  newestEntries,
  sumOfDebits,
  sumOfHolds,
  takeHold,
  totalsByService,
} from './repository.ts';
import type { Balance, CreditsService } from './types.ts';

const recentCount = 20;
const runReference = 'run';
const topUpReference = 'top_up';
/** Balances are 32-bit integers on PostgreSQL. */
const maxBalance = 2_000_000_000;

export function createCreditsService({
  db,
  clock,
  newId = randomUUID,
}: {
  db: Db;
  clock: Clock;
  newId?: () => string;
}): CreditsService {
  const balance = async (handle: Db, clientId: string): Promise<Balance> => {
    const { balance: settled, held } = await balanceAndHeld(handle, clientId);
    const totals = await totalsByService(handle, clientId);
    const sum = (wanted: (total: (typeof totals)[number]) => boolean) =>
      totals.filter(wanted).reduce((all, { total }) => all + total, 0);
    const used = (usage: RunType['usage']) =>
      sum(
        ({ type, serviceType }) =>
          type === 'debit' && runTypes.some((one) => one.name === serviceType && one.usage === usage),
      );
    return {
      clientId,
      balance: settled,
      held,
      available: settled - held,
      usage: {
        speech: used('speech'),
        cv: used('cv'),
        interview: used('interview'),
        added: sum(({ type }) => type === 'credit'),
      },
      recent: (await newestEntries(handle, { clientId, limit: recentCount })).map(
        ({ sequence: _, ...entry }) => entry,
      ),
    };
  };

  return {
    async hold(trx, { clientId, runId, amount }) {
      requireWhole(amount, 0);
      const account = await lockClient(trx, clientId);
      const available = account.balance - (await sumOfHolds(trx, clientId));
      refuseUnlessFits(amount, available);
      await insertHold(trx, { clientId, runId, amount, createdAt: isoTime(clock.now()) });
    },

    async assertAvailable({ clientId, amount, isLeast }) {
      const { balance: settled, held } = await balanceAndHeld(db, clientId);
      refuseUnlessFits(amount, settled - held, isLeast);
    },

    async settle(trx, { clientId, runId, serviceType, charge, audioDurationMs, description }) {
      requireWhole(charge, 0);
      const account = await lockClient(trx, clientId);
      const held = await takeHold(trx, runId);
      if (held === undefined) {
        // Settled before: the hold went with the first call, and so did any charge.
        return (await findDebit(trx, runReference, runId)) ?? { balanceAfter: account.balance };
      }
      if (charge > held) {
        throw new RangeError(`Run ${runId} cannot be charged ${charge} credits: only ${held} were held.`);
      }
      if (charge === 0) return { balanceAfter: account.balance };
      const balanceAfter = account.balance - charge;
      await appendEntry(trx, clientId, {
        id: newId(),
        type: 'debit',
        amount: charge,
        balanceAfter,
        serviceType,
        referenceType: runReference,
        referenceId: runId,
        audioDurationMs,
        description,
        createdAt: isoTime(clock.now()),
      });
      return { balanceAfter };
    },

    async add({ clientId, amount, description }) {
      if (!Number.isInteger(amount) || amount < 1 || amount > maxBalance) {
        throw new ApiError('INVALID_INPUT', `Credits to add must be a whole number from 1 to ${maxBalance}.`);
      }
      return transaction(db, async (trx) => {
        const account = await lockClient(trx, clientId);
        const balanceAfter = account.balance + amount;
        if (balanceAfter > maxBalance) {
          throw new ApiError('INVALID_INPUT', `A balance cannot exceed ${maxBalance} credits.`);
        }
        const id = newId();
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
          createdAt: isoTime(clock.now()),
        });
        return balance(trx, clientId);
      });
    },

    balance: (clientId) => balance(db, clientId),

    async ledger(page) {
      const entries = await newestEntries(db, { ...page, limit: page.limit + 1 });
      return { entries: entries.slice(0, page.limit), hasMore: entries.length > page.limit };
    },

    chargedSince: (clientId, since) => sumOfDebits(db, clientId, since),
  };
}

function refuseUnlessFits(cost: number, available: number, isLeast = false): void {
  if (cost <= available) return;
  throw new ApiError(
    'INSUFFICIENT_CREDITS',
    `This costs ${isLeast ? 'at least ' : ''}${cost} credits; ${available} are available. Have credits added, or wait until runs under way have ended.`,
    {
      details: { cost, available },
    },
  );
}

function requireWhole(amount: number, min: number): void {
  if (!Number.isInteger(amount) || amount < min) {
    throw new RangeError(`Credits come in whole numbers from ${min}; this was ${amount}.`);
  }
}
