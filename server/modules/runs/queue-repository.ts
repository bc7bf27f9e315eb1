import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { type HeldLease, leasesOf } from '../../db/leases.ts';
import type { FailureCode } from '../../errors.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import type { SortedBy } from './queries.ts';
import type { Line } from './repository.ts';
import { toRun } from './run-row.ts';
import type { Run, Settlement, WorkerRecord } from './types.ts';

/** Leases of runs; lapses are counted, see `freeLapsed`. */
export const runLeases = leasesOf('runs');

/** Once a step has come to its end. */
export const nothingHeld = { lapses: 0, deaths: 0, alone: 0 } as const;

/** What a worker's end says of a run that it had: it died of it, it died of one of several, or that is not known. */
export type Blame = 'its death' | 'one of several' | 'nothing';

/**
 * Leases one run that no worker holds: the client with the fewest leased runs of its type first, then the oldest. While one waits that must
 * be alone, it is the only one to be had, and only by a worker without other runs.
 */
export async function leaseNextRun(
  db: Db,
  lease: { owner: string; nowIso: string; untilIso: string },
  { serviceTypes, idle }: { serviceTypes: readonly string[]; idle: boolean },
): Promise<Run | undefined> {
  const row = await runLeases.claim(
    db,
    lease,
    (runs) =>
      runs
        .where('status', '=', 'processing')
        .where('service_type', 'in', serviceTypes)
        .where((of) => {
          const waiting = of
            .selectFrom('runs as lone')
            .select('lone.id')
            .where('lone.alone', '=', sql.lit(1))
            .where('lone.status', '=', 'processing')
            .where('lone.lease_owner', 'is', null);
          const any = of.and([of('alone', '=', 0), of.not(of.exists(waiting))]);
          return idle ? of.or([of('alone', '=', 1), any]) : any;
        })
        .orderBy((by) =>
          by
            .selectFrom('runs as leased')
            .select((leased) => leased.fn.countAll().as('count'))
            .where('leased.status', '=', 'processing')
            .whereRef('leased.client_id', '=', 'runs.client_id')
            .whereRef('leased.service_type', '=', 'runs.service_type')
            .where('leased.lease_owner', 'is not', null),
        )
        .orderBy('runs.sequence'),
    (of) => ({ started_at: of.fn.coalesce('started_at', sql.val(lease.nowIso)) }),
  );
  return row && toRun(row);
}

/** Frees a lease and counts the lapse; undefined when it is another one by now. */
export async function freeLapsed(
  trx: Db,
  lease: HeldLease,
  blame: Blame,
): Promise<{ lapses: number; deaths: number } | undefined> {
  if (!(await runLeases.free(trx, lease))) return undefined;
  return trx
    .updateTable('runs')
    .set((of) => ({
      lapses: of('lapses', '+', 1),
      ...(blame === 'its death' && { deaths: of('deaths', '+', 1) }),
      ...(blame === 'one of several' && { alone: 1 }),
    }))
    .where('id', '=', lease.key)
    .returning(['lapses', 'deaths'])
    .executeTakeFirstOrThrow();
}

/** Ends a run that `workerId` holds (null: that no worker holds). False when that is no longer so. */
export async function endRun(
  trx: Db,
  { runId, workerId }: { runId: string; workerId: string | null },
  settlement: Settlement,
  { finishedAt, sortedBy }: { finishedAt: string; sortedBy: SortedBy },
): Promise<boolean> {
  const row = await trx
    .updateTable('runs')
    .set({
      status: settlement.status,
      result: asJson(settlement.result),
      summary: asJson(settlement.summary),
      ...sortedBy,
      error_code: settlement.error?.code ?? null,
      error_message: settlement.error && withoutNul(settlement.error.message),
      finished_at: finishedAt,
      alone: 0,
      lease_owner: null,
      lease_until: null,
      progress_step: null,
      progress_fraction: null,
    })
    .where('id', '=', runId)
    .where('status', '=', 'processing')
    .where('lease_owner', workerId === null ? 'is' : '=', workerId)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  // The result holds all that was worth keeping; when and how long each step ran stays for `assay runs show`.
  await trx.updateTable('run_outcomes').set({ output: null }).where('run_id', '=', runId).execute();
  return true;
}

export async function setSearchNames(trx: Db, runId: string, searchNames: string | null): Promise<void> {
  await trx.updateTable('runs').set({ search_names: searchNames }).where('id', '=', runId).execute();
}

export async function setCharge(
  trx: Db,
  runId: string,
  charge: { chargedCredits: number; balanceAfter: number; audioDurationMs: number | null },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      charged_credits: charge.chargedCredits,
      balance_after: charge.balanceAfter,
      audio_duration_ms: charge.audioDurationMs,
    })
    .where('id', '=', runId)
    .execute();
}

export async function storedOutcomes(db: Db, runId: string): Promise<StepOutcome[]> {
  const rows = await db
    .selectFrom('run_outcomes')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    step: row.step,
    status: row.status,
    output: row.output === null ? null : (JSON.parse(row.output) as unknown),
    code: row.code as FailureCode | null,
    message: row.message,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
  }));
}

/** The same without their outputs, which may be large. */
export async function storedSteps(db: Db, runId: string): Promise<Omit<StepOutcome, 'output'>[]> {
  const rows = await db
    .selectFrom('run_outcomes')
    .select(['step', 'status', 'code', 'message', 'started_at', 'duration_ms'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    step: row.step,
    status: row.status,
    code: row.code as FailureCode | null,
    message: row.message,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
  }));
}

/** A step that had to run again (its files were gone) replaces its older outcome. */
export async function upsertOutcome(
  trx: Db,
  runId: string,
  position: number,
  outcome: StepOutcome,
): Promise<void> {
  const values = {
    position,
    status: outcome.status,
    output: outcome.output === undefined ? null : JSON.stringify(outcome.output),
    code: outcome.code,
    message: outcome.message === null ? null : withoutNul(outcome.message),
    started_at: outcome.startedAt,
    duration_ms: Math.round(outcome.durationMs),
  };
  await trx
    .insertInto('run_outcomes')
    .values({ run_id: runId, step: outcome.step, ...values })
    .onConflict((conflict) => conflict.columns(['run_id', 'step']).doUpdateSet(values))
    .execute();
}

export async function forgetOutcomes(trx: Db, runId: string, steps: readonly string[]): Promise<void> {
  await trx.deleteFrom('run_outcomes').where('run_id', '=', runId).where('step', 'in', steps).execute();
}

/** Lines that wait although they have a free slot: their client's maximum was raised, or a run was called off. */
export async function linesToPromote(db: Db): Promise<Line[]> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('runs')
        .select(['client_id', 'service_type'])
        .distinct()
        .where('status', '=', 'queued')
        .as('line'),
    )
    .innerJoin('clients', 'clients.id', 'line.client_id')
    .select(['line.client_id', 'line.service_type'])
    .where('max_concurrent_runs', '>', (of) =>
      of
        .selectFrom('runs as active')
        .select((active) => active.fn.countAll<number>().as('count'))
        .where('active.status', '=', 'processing')
        .whereRef('active.client_id', '=', 'line.client_id')
        .whereRef('active.service_type', '=', 'line.service_type'),
    )
    .execute();
  return rows.map((row) => ({ clientId: row.client_id, serviceType: row.service_type }));
}

/** Ids among `runIds` of runs that are still to be worked on. */
export async function unendedAmong(db: Db, runIds: readonly string[]): Promise<Set<string>> {
  const unended = new Set<string>();
  const mostParameters = 500;
  for (let start = 0; start < runIds.length; start += mostParameters) {
    const rows = await db
      .selectFrom('runs')
      .select('id')
      .where('id', 'in', runIds.slice(start, start + mostParameters))
      .where('status', 'in', ['queued', 'processing'])
      .execute();
    for (const { id } of rows) unended.add(id);
  }
  return unended;
}

export async function upsertWorker(
  db: Db,
  worker: { id: string; host: string; pid: number; capabilities: Record<string, unknown> },
  nowIso: string,
): Promise<void> {
  const values = {
    host: worker.host,
    pid: worker.pid,
    started_at: nowIso,
    ready_at: null,
    heartbeat_at: nowIso,
    capabilities: JSON.stringify(worker.capabilities),
  };
  await db
    .insertInto('workers')
    .values({ id: worker.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function updateWorker(
  db: Db,
  workerId: string,
  changes: { heartbeatAt: string; readyAt?: string; capabilities?: Record<string, unknown> },
): Promise<void> {
  await db
    .updateTable('workers')
    .set({
      heartbeat_at: changes.heartbeatAt,
      ...(changes.readyAt !== undefined && { ready_at: changes.readyAt }),
      ...(changes.capabilities !== undefined && { capabilities: JSON.stringify(changes.capabilities) }),
    })
    .where('id', '=', workerId)
    .execute();
}

export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', workerId).execute();
}

export async function allWorkers(db: Db): Promise<WorkerRecord[]> {
  const rows = await db.selectFrom('workers').selectAll().orderBy('started_at').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    readyAt: row.ready_at,
    startedAt: row.started_at,
    heartbeatAt: row.heartbeat_at,
    capabilities: JSON.parse(row.capabilities) as Record<string, unknown>,
  }));
}

const asJson = (value: unknown) => (value == null ? null : JSON.stringify(value));

const withoutNul = (text: string): string => text.replaceAll('\0', '');
