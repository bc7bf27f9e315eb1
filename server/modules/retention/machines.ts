import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, days, hours, isoTime } from '../../time.ts';
import type { MachineKeeper } from './types.ts';

/** A machine that was not seen for so long is not waited for; the certificate names it. */
const WAIT_MS = hours(24);
/** Nor is it named after this long: workers that come and go leave many such rows. */
const FORGET_MS = days(30);

export function createMachineKeeper({ db, clock }: { db: Db; clock: Clock }): MachineKeeper {
  const now = () => isoTime(clock.now());
  return {
    async enlist({ id, host }) {
      const seen = { host, seen_at: now() };
      await db
        .insertInto('machines')
        .values({ id, ...seen })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
        .execute();
      await db
        .updateTable('deletion_machines')
        .set({ seen_at: now() })
        .where('machine_id', '=', id)
        .where('removed_at', 'is', null)
        .execute();
      await db
        .deleteFrom('machines')
        .where('seen_at', '<', isoTime(clock.now() - FORGET_MS))
        .execute();
    },

    async clear(machineId, sweep) {
      const waiting = await db
        .selectFrom('deletion_machines')
        .select('deletion_id')
        .where('machine_id', '=', machineId)
        .where('removed_at', 'is', null)
        .execute();
      if (waiting.length === 0) return [];
      // The rows of those runs are gone since before they were asked about: the sweep finds every folder of theirs.
      await sweep();
      const deletionIds = waiting.map(({ deletion_id }) => deletion_id);
      for (const deletionId of deletionIds) {
        await db
          .updateTable('deletion_machines')
          .set({ removed_at: now() })
          .where('machine_id', '=', machineId)
          .where('deletion_id', '=', deletionId)
          .execute();
      }
      return deletionIds;
    },
  };
}

/** Makes a deletion wait for every machine known by now; once, when the rows of its runs are gone. */
export async function askMachines(db: Db, deletionId: string): Promise<void> {
  await transaction(db, async (trx) => {
    const asked = await trx
      .selectFrom('deletion_machines')
      .select('machine_id')
      .where('deletion_id', '=', deletionId)
      .executeTakeFirst();
    if (asked) return;
    const machines = await trx.selectFrom('machines').selectAll().execute();
    const rows = machines.map(({ id, ...machine }) => ({
      deletion_id: deletionId,
      machine_id: id,
      ...machine,
    }));
    if (rows.length > 0) await trx.insertInto('deletion_machines').values(rows).execute();
  });
}

/** Machines that have not said that they hold nothing more: those still waited for, and those not reached in time. */
export async function machinesLeft(
  db: Db,
  deletionId: string,
  nowMs: number,
): Promise<{ awaited: string[]; unreached: { host: string; seenAt: string }[] }> {
  const rows = await db
    .selectFrom('deletion_machines')
    .select(['host', 'seen_at'])
    .where('deletion_id', '=', deletionId)
    .where('removed_at', 'is', null)
    .orderBy('host')
    .execute();
  const patience = isoTime(nowMs - WAIT_MS);
  return {
    awaited: rows.filter((row) => row.seen_at >= patience).map(({ host }) => host),
    unreached: rows
      .filter((row) => row.seen_at < patience)
      .map(({ host, seen_at }) => ({ host, seenAt: seen_at })),
  };
}
