import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { createFaults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { type Clock, isoTime } from '../../time.ts';
import {
  countClientsWithOwn,
  deletePrice,
  pricesInForce,
  storedPrices,
  upsertPrice,
} from './price-repository.ts';
import { type OwnPrices, type PriceItem, type Prices, type PricesService, priceItems } from './types.ts';

export function createPricesService({ db, clock }: { db: Db; clock: Clock }): PricesService {
  const save = (clientId: string | null, changes: Partial<OwnPrices>) =>
    transaction(db, async (trx) => {
      for (const [item, credits] of Object.entries(checked(changes))) {
        if (credits === null) await deletePrice(trx, clientId, item);
        else await upsertPrice(trx, { clientId, item, credits, changedAt: isoTime(clock.now()) });
      }
    });

  const service: PricesService = {
    async of(clientId) {
      const rows = await pricesInForce(db, clientId);
      const own = rows.filter(({ isOwn }) => isOwn);
      const shared = rows.filter(({ isOwn }) => !isOwn);
      return { ...limits.prices, ...toPrices(shared), ...toPrices(own) };
    },
    installation: async () => ({ ...limits.prices, ...toPrices(await storedPrices(db, null)) }),
    ofClientAlone: async (clientId) => ({
      ...(Object.fromEntries(priceItems.map((item) => [item, null])) as OwnPrices),
      ...toPrices(await storedPrices(db, clientId)),
    }),
    clientsWithOwn: () => countClientsWithOwn(db),
    async setInstallation(changes) {
      await save(null, changes);
      return service.installation();
    },
    async setClient(clientId, changes) {
      await save(clientId, changes);
      return service.ofClientAlone(clientId);
    },
  };
  return service;
}

/** Rows of items that this version does not sell any more are left alone. */
const toPrices = (rows: readonly { item: string; credits: number }[]): Partial<Prices> =>
  Object.fromEntries(
    rows
      .filter(({ item }) => priceItems.includes(item as PriceItem))
      .map(({ item, credits }) => [item, credits]),
  );

function checked(changes: Partial<OwnPrices>): Partial<OwnPrices> {
  const faults = createFaults();
  const { max } = limits.price;
  for (const [item, credits] of Object.entries(changes)) {
    if (!priceItems.includes(item as PriceItem)) faults.add(item, 'Nothing of this name has a price.');
    else if (credits !== null && !(Number.isInteger(credits) && credits >= 0 && credits <= max)) {
      faults.add(item, `Must be a whole number of credits from 0 to ${max}.`);
    }
  }
  refuseFaults(faults);
  return changes;
}
