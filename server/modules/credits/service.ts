import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { addCredits } from './queries.ts';
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
import type { Balance, CreditsService, RunUsage } from './types.ts';

const recentCount = 20;
const runReference = 'run';

export function createCreditsService({
  db,
  types,
  clock,
  newId = randomUUID,
}: {
  db: Db;
  /** The types of runs that there are, and under which figure the charges of each are summed. */
  types: { all: readonly { name: string; usage: RunUsage }[] };
  clock: Clock;
  newId?: () => string;
}): CreditsService {
  const balance = async (handle: Db, clientId: string): Promise<Balance> => {
    const { balance: settled, held } = await balanceAndHeld(handle, clientId);
    const totals = await totalsByService(handle, clientId);
    const sum = (wanted: (total: (typeof totals)[number]) => boolean) =>
      totals.filter(wanted).reduce((all, { total }) => all + total, 0);
    const used = (usage: RunUsage) =>
      sum(
        ({ type, serviceType }) =>
          type === 'debit' && types.all.some((one) => one.name === serviceType && one.usage === usage),
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

    add: (topUp) =>
      transaction(db, async (trx) => {
        await addCredits(trx, topUp, { id: newId(), nowIso: isoTime(clock.now()) });
        return balance(trx, topUp.clientId);
      }),

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
