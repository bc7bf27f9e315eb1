import type { Db } from '../../db/db.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';

/** A process that stopped renewing for this long has lost the job. */
const LEASE_MS = seconds(30);

export interface JobLease {
  /** False once another process has the job; it must be dropped then. */
  renew(): Promise<boolean>;
  finish(nextDueMs: number, report: unknown): Promise<void>;
  /** It stays due; somebody takes it up again after `againInMs`. */
  fail(againInMs: number, reason: string): Promise<void>;
}

export interface JobState {
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  report: unknown;
  error: string | null;
}

/** Jobs that one process at a time does, whichever is there: a lease that lapses is taken over. */
export function createSchedule({ db, clock }: { db: Db; clock: Clock }) {
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + LEASE_MS);

  return {
    /** Undefined while the job is not due, or another process has it. */
    async claim(name: string, owner: string): Promise<JobLease | undefined> {
      const free = (await isFree(db, name, now())) ?? (await makeJob(db, name, now()));
      if (!free) return undefined;
      const row = await db
        .updateTable('scheduled_jobs')
        .set({ lease_owner: owner, lease_until: leaseUntil(), started_at: now() })
        .where('name', '=', name)
        .where('due_at', '<=', now())
        .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', now())]))
        .returning('name')
        .executeTakeFirst();
      if (!row) return undefined;
      const ours = () =>
        db.updateTable('scheduled_jobs').where('name', '=', name).where('lease_owner', '=', owner);
      const noLease = { lease_owner: null, lease_until: null };
      return {
        async renew() {
          const renewed = await ours()
            .set({ lease_until: leaseUntil() })
            .returning('name')
            .executeTakeFirst();
          return renewed !== undefined;
        },
        async finish(nextDueMs, report) {
          await ours()
            .set({
              ...noLease,
              due_at: isoTime(nextDueMs),
              finished_at: now(),
              report: JSON.stringify(report),
              error: null,
            })
            .execute();
        },
        async fail(againInMs, reason) {
          await ours()
            .set({ ...noLease, due_at: isoTime(clock.now() + againInMs), error: reason })
            .execute();
        },
      };
    },

    async state(name: string): Promise<JobState | undefined> {
      const row = await db
        .selectFrom('scheduled_jobs')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst();
      return (
        row && {
          dueAt: row.due_at,
          startedAt: row.started_at,
          finishedAt: row.finished_at,
          report: row.report === null ? null : (JSON.parse(row.report) as unknown),
          error: row.error,
        }
      );
    },
  };
}

/** Undefined: there is no such job yet. Asked before anything is written, because it is asked all the time. */
async function isFree(db: Db, name: string, nowIso: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('scheduled_jobs')
    .select(['due_at', 'lease_until'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && row.due_at <= nowIso && (row.lease_until === null || row.lease_until < nowIso);
}

async function makeJob(db: Db, name: string, nowIso: string): Promise<true> {
  await db
    .insertInto('scheduled_jobs')
    .values({ name, due_at: nowIso })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}
