import type { ExpressionBuilder, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/**
 * Tables whose rows one process at a time works on. `key` names a row. Where lapses are counted, a lease that lapsed is not
 * taken over by the process that finds it: `free` gives it back with its count, so that a row that kills each process can be given up.
 */
const tables = {
  runs: { key: 'id', countsLapses: true },
  webhook_messages: { key: 'id', countsLapses: false },
  scheduled_jobs: { key: 'name', countsLapses: false },
  interview_sessions: { key: 'run_id', countsLapses: false },
  invitation_mails: { key: 'id', countsLapses: false },
} as const;

type LeasedTable = keyof typeof tables;

/** The process that holds a row. */
export interface Holder {
  key: string;
  owner: string;
}

export interface HeldLease extends Holder {
  until: string;
}

/** Every write names the lease it relies on: false, or undefined, means that it was lost. */
export interface Leases<Table extends LeasedTable> {
  /**
   * Leases the first free row, in one guarded statement: two processes can never hold the same. Asks before it
   * writes: an idle queue must not take SQLite's one write lock several times a second.
   *
   * @param due which rows, the first one first
   */
  claim(
    db: Db,
    lease: { owner: string; nowIso: string; untilIso: string },
    due: (rows: SelectQueryBuilder<Tables, Table, object>) => SelectQueryBuilder<Tables, Table, object>,
    changes?: (of: ExpressionBuilder<Tables, Table>) => Record<string, unknown>,
  ): Promise<Selectable<Tables[Table]> | undefined>;
  renew(db: Db, holder: Holder, untilIso: string, changes?: Updateable<Tables[Table]>): Promise<boolean>;
  /** Gives a row back, with the result. */
  release(db: Db, holder: Holder, changes?: Updateable<Tables[Table]>): Promise<boolean>;
  /** Every lease there is, lapsed or not, the oldest first. */
  held(db: Db): Promise<HeldLease[]>;
  /** Frees a lease that its holder has left, unless it was renewed, given back or taken over since it was read. */
  free(db: Db, lease: HeldLease, changes?: Updateable<Tables[Table]>): Promise<boolean>;
}

const noLease = { lease_owner: null, lease_until: null };

export function leasesOf<Table extends LeasedTable>(table: Table): Leases<Table> {
  const { key, countsLapses } = tables[table];
  // What follows needs the columns that all these tables have, so one of them stands for every one.
  type One = 'webhook_messages';
  const one = table as unknown as One;
  const keyColumn = key as 'id';

  const isFree = (nowIso: string) => (of: ExpressionBuilder<Tables, One>) =>
    countsLapses
      ? of('lease_owner', 'is', null)
      : of.or([of('lease_until', 'is', null), of('lease_until', '<', nowIso)]);

  const update = async (db: Db, holder: Holder, values: object, until?: string) => {
    let query = db
      .updateTable(one)
      .set(values)
      .where(keyColumn, '=', holder.key)
      .where('lease_owner', '=', holder.owner);
    if (until !== undefined) query = query.where('lease_until', '=', until);
    return (await query.returning('lease_until').executeTakeFirst()) !== undefined;
  };

  return {
    async claim(db, { owner, nowIso, untilIso }, due, changes) {
      const free = () =>
        due(
          db.selectFrom(one).select(keyColumn).where(isFree(nowIso)) as never,
        ) as unknown as SelectQueryBuilder<Tables, One, { id: string }>;
      if (!(await free().clearOrderBy().limit(1).executeTakeFirst())) return undefined;
      const row = await db
        .updateTable(one)
        .set((of) => ({ ...changes?.(of as never), lease_owner: owner, lease_until: untilIso }))
        .where(keyColumn, '=', free().limit(1).forUpdate().skipLocked())
        .where(isFree(nowIso))
        .returningAll()
        .executeTakeFirst();
      return row as Selectable<Tables[Table]> | undefined;
    },

    renew: (db, holder, untilIso, changes) => update(db, holder, { ...changes, lease_until: untilIso }),

    release: (db, holder, changes) => update(db, holder, { ...changes, ...noLease }),

    async held(db) {
      const rows = await db
        .selectFrom(one)
        .select([keyColumn, 'lease_owner', 'lease_until'])
        .where('lease_owner', 'is not', null)
        .orderBy('lease_until')
        .execute();
      return rows.map((row) => ({ key: row[keyColumn], owner: row.lease_owner!, until: row.lease_until! }));
    },

    free: (db, lease, changes) => update(db, lease, { ...changes, ...noLease }, lease.until),
  };
}
