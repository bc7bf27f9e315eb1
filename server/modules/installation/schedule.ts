import type { Db } from '../../db/db.ts';
import { leasesOf } from '../../db/leases.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';

/** A process that stopped renewing for this long has lost the job. */
const LEASE_MS = seconds(30);

const leases = leasesOf('scheduled_jobs');

export interface JobLease {
  /** False once another process has the job; it must be dropped then. */
  renew(): Promise<boolean>;
  /** @param nextDueMs null: only when `request` asks for it */
  finish(nextDueMs: number | null, report: unknown): Promise<void>;
  /** It stays due; a worker takes it up again after `againInMs`. Null: only when `request` asks for it. False where the lease was lost. */
  fail(againInMs: number | null, reason: string): Promise<boolean>;
}

export interface JobState {
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  report: unknown;
  error: string | null;
  /** A worker is at work on it. */
  isHeld: boolean;
}

/** Due when `request` asks for it, and not by itself. */
const NEVER = '9999-12-31T00:00:00.000Z';

/** Jobs that one process at a time does, whichever is there: a lease that lapses is taken over. */
export function createSchedule({ db, clock }: { db: Db; clock: Clock }) {
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + LEASE_MS);
  const ensure = (name: string, dueAt: string) =>
    db
      .insertInto('scheduled_jobs')
      .values({ name, due_at: dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  return {
    /** The worker that does this job begins at its next look. One that is under way is not done again for it. */
    async request(name: string): Promise<void> {
      await ensure(name, now());
      await db
        .updateTable('scheduled_jobs')
        .set({ due_at: now() })
        .where('name', '=', name)
        .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', now())]))
        .execute();
    },

    /** The worker that does this job finds at its next renewal that it has lost it. */
    async cancel(name: string): Promise<void> {
      await db
        .updateTable('scheduled_jobs')
        .set({ due_at: NEVER, error: null, lease_owner: null, lease_until: null })
        .where('name', '=', name)
        .execute();
    },

    /** What came of a job that the operator has done by hand: `error` null, or why it failed. */
    async note(name: string, { report, error }: { report: unknown; error: string | null }): Promise<void> {
      await ensure(name, NEVER);
      await db
        .updateTable('scheduled_jobs')
        .set({
          error,
          ...(error === null && { finished_at: now(), report: JSON.stringify(report) }),
        })
        .where('name', '=', name)
        .execute();
    },

    /** Undefined while the job is not due, or another process has it. */
    async claim(name: string, owner: string): Promise<JobLease | undefined> {
      const job = { key: name, owner };
      const claim = () =>
        leases.claim(
          db,
          { owner, nowIso: now(), untilIso: leaseUntil() },
          (jobs) => jobs.where('name', '=', name).where('due_at', '<=', now()),
          () => ({ started_at: now() }),
        );
      const row = (await claim()) ?? ((await makeJob(db, name, now())) ? await claim() : undefined);
      if (!row) return undefined;
      return {
        renew: () => leases.renew(db, job, leaseUntil()),
        async finish(nextDueMs, report) {
          await leases.release(db, job, {
            due_at: nextDueMs === null ? NEVER : isoTime(nextDueMs),
            finished_at: now(),
            report: JSON.stringify(report),
            error: null,
          });
        },
        fail: (againInMs, reason) =>
          leases.release(db, job, {
            due_at: againInMs === null ? NEVER : isoTime(clock.now() + againInMs),
            error: reason,
          }),
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
          isHeld: row.lease_until !== null && row.lease_until > now(),
        }
      );
    },
  };
}

/** False when there is one already; asked before anything is written, because it is asked all the time. */
async function makeJob(db: Db, name: string, nowIso: string): Promise<boolean> {
  const row = await db
    .selectFrom('scheduled_jobs')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  if (row) return false;
  await db
    .insertInto('scheduled_jobs')
    .values({ name, due_at: nowIso })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}
