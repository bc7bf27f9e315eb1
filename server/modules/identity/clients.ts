import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import { addCredits } from '../credits/queries.ts';
import {
  notFound,
  requireAccentUse,
  requireKeyDays,
  requireName,
  requireRate,
  requireRunsAtOnce,
  requireWhole,
  uniquePermissions,
} from './checks.ts';
import { allClients, findClient, insertClient, updateClient } from './repository.ts';
import { type Client, type IdentityService, modulePermissions } from './types.ts';

type Clients = Pick<
  IdentityService,
  'createClient' | 'findClient' | 'listClients' | 'setClientActive' | 'updateClient'
>;

export function createClients(deps: { db: Db; clock: Clock; newId: () => string }): Clients {
  const { db, clock, newId } = deps;
  return {
    async createClient({
      name,
      credits: amount,
      permissions,
      multilingual,
      maxConcurrentRuns,
      rateLimitPerMinute,
      maxKeyDays,
      accentUse,
    }) {
      requireWhole('credits', 'credits', amount, 0, Number.MAX_SAFE_INTEGER);
      const client: Client = {
        id: newId(),
        name: requireName(name),
        active: true,
        permissions: uniquePermissions(permissions ?? modulePermissions),
        multilingual: multilingual ?? true,
        maxConcurrentRuns: requireRunsAtOnce(maxConcurrentRuns ?? limits.concurrentRunsPerClient),
        rateLimitPerMinute: rateOrNone(rateLimitPerMinute ?? null),
        maxKeyDays: keyDaysOrNone(maxKeyDays ?? null),
        accentUse: requireAccentUse(accentUse ?? 'counted'),
        createdAt: isoTime(clock.now()),
      };
      return transaction(db, async (trx) => {
        await insertClient(trx, client);
        if (amount > 0) {
          const opening = { clientId: client.id, amount, description: 'Opening balance' };
          await addCredits(trx, opening, { id: newId(), nowIso: isoTime(clock.now()) });
        }
        return client;
      });
    },

    findClient: (clientId) => findClient(db, clientId),

    listClients: (ids) => allClients(db, ids),

    async setClientActive(clientId, active) {
      return (await updateClient(db, clientId, { active: active ? 1 : 0 })) ?? notFound('client', clientId);
    },

    async updateClient(
      clientId,
      { name, permissions, multilingual, maxConcurrentRuns, rateLimitPerMinute: rate, maxKeyDays, accentUse },
    ) {
      const changes = {
        ...(name !== undefined && { name: requireName(name) }),
        ...(permissions !== undefined && { permissions: JSON.stringify(uniquePermissions(permissions)) }),
        ...(multilingual !== undefined && { multilingual: multilingual ? 1 : 0 }),
        ...(maxConcurrentRuns !== undefined && { max_concurrent_runs: requireRunsAtOnce(maxConcurrentRuns) }),
        ...(rate !== undefined && { rate_limit_per_minute: rateOrNone(rate) }),
        ...(maxKeyDays !== undefined && { max_key_days: keyDaysOrNone(maxKeyDays) }),
        ...(accentUse !== undefined && { accent_use: requireAccentUse(accentUse) }),
      };
      const client =
        Object.keys(changes).length === 0
          ? await findClient(db, clientId)
          : await updateClient(db, clientId, changes);
      return client ?? notFound('client', clientId);
    },
  };
}

const keyDaysOrNone = (count: number | null): number | null =>
  count === null ? null : requireKeyDays('maxKeyDays', count);
const rateOrNone = (rate: number | null): number | null => (rate === null ? null : requireRate(rate));
