import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { RescoresTable } from '../../db/retention-tables.ts';
import type { Run, Settlement } from '../runs/types.ts';
import type { Rescore, RunVersion } from './types.ts';

type Json = Record<string, unknown>;

export const toRescore = (row: Selectable<RescoresTable>): Rescore => ({
  id: row.id,
  runId: row.run_id,
  clientId: row.client_id,
  speaker: row.speaker,
  status: row.status,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  progress:
    row.progress_step === null ? null : { step: row.progress_step, fraction: row.progress_fraction ?? 0 },
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
});

/** False when another request for this run is open. */
export async function insertRescore(
  trx: Db,
  rescore: Pick<Rescore, 'id' | 'runId' | 'clientId' | 'speaker' | 'createdAt'> & { requestedBy: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('rescores')
    .values({
      id: rescore.id,
      run_id: rescore.runId,
      client_id: rescore.clientId,
      speaker: rescore.speaker,
      requested_by: rescore.requestedBy,
      status: 'open',
      created_at: rescore.createdAt,
      tries: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function newestRescore(db: Db, runId: string): Promise<Rescore | undefined> {
  const row = await db
    .selectFrom('rescores')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRescore(row);
}

export async function isBeingDeleted(db: Db, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deletion_items')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('status', '!=', 'done')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes up the oldest that nobody holds or whose holder stopped renewing. Asks without writing first. */
export async function leaseNextRescore(
  db: Db,
  lease: { workerId: string; nowIso: string; leaseUntil: string; maxTries: number },
): Promise<Rescore | undefined> {
  const next = () =>
    db
      .selectFrom('rescores')
      .select('sequence')
      .where('status', '=', 'open')
      .where('tries', '<', lease.maxTries)
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', lease.nowIso)]))
      .orderBy('sequence')
      .limit(1);
  if (!(await next().executeTakeFirst())) return undefined;
  const row = await db
    .updateTable('rescores')
    .set((of) => ({
      lease_owner: lease.workerId,
      lease_until: lease.leaseUntil,
      tries: of('tries', '+', 1),
    }))
    .where('sequence', '=', next().forUpdate().skipLocked())
    .where('status', '=', 'open')
    .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', lease.nowIso)]))
    .returningAll()
    .executeTakeFirst();
  return row && toRescore(row);
}

export async function renewRescoreLease(
  db: Db,
  lease: { rescoreId: string; workerId: string; leaseUntil: string },
  progress: { step: string; fraction: number } | null,
): Promise<boolean> {
  const row = await db
    .updateTable('rescores')
    .set({
      lease_until: lease.leaseUntil,
      ...(progress && { progress_step: progress.step, progress_fraction: progress.fraction }),
    })
    .where('id', '=', lease.rescoreId)
    .where('status', '=', 'open')
    .where('lease_owner', '=', lease.workerId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a rescore back as if it had not been tried. */
export async function giveUpRescoreLease(db: Db, rescoreId: string, workerId: string): Promise<void> {
  await db
    .updateTable('rescores')
    .set((of) => ({ lease_owner: null, lease_until: null, tries: of('tries', '-', 1) }))
    .where('id', '=', rescoreId)
    .where('status', '=', 'open')
    .where('lease_owner', '=', workerId)
    .execute();
}

/** False when `workerId` does not hold it any more. Answers who asked for it otherwise. */
export async function endRescore(
  trx: Db,
  { rescoreId, workerId, finishedAt }: { rescoreId: string; workerId: string; finishedAt: string },
  error: Settlement['error'],
): Promise<{ requestedBy: string } | undefined> {
  const row = await trx
    .updateTable('rescores')
    .set({
      status: error ? 'failed' : 'done',
      finished_at: finishedAt,
      lease_owner: null,
      lease_until: null,
      progress_step: null,
      progress_fraction: null,
      error_code: error?.code ?? null,
      error_message: error?.message ?? null,
    })
    .where('id', '=', rescoreId)
    .where('status', '=', 'open')
    .where('lease_owner', '=', workerId)
    .returning('requested_by')
    .executeTakeFirst();
  return row && { requestedBy: row.requested_by };
}

/** Keeps the present result as a version and puts the new one in its place. */
export async function replaceResult(
  trx: Db,
  { runId, replacedAt, replacedBy }: { runId: string; replacedAt: string; replacedBy: string },
  next: Pick<Settlement, 'status' | 'result' | 'summary'>,
): Promise<void> {
  const run = await trx
    .selectFrom('runs')
    .select(['status', 'summary', 'result'])
    .where('id', '=', runId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { newest } = await trx
    .selectFrom('run_versions')
    .select((of) => of.fn.coalesce(of.fn.max('version'), of.lit(0)).as('newest'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('run_versions')
    .values({
      run_id: runId,
      version: newest + 1,
      status: run.status,
      replaced_at: replacedAt,
      replaced_by: replacedBy,
      summary: run.summary,
      result: run.result,
    })
    .execute();
  await trx
    .updateTable('runs')
    .set({
      status: next.status,
      result: JSON.stringify(next.result),
      summary: JSON.stringify(next.summary),
    })
    .where('id', '=', runId)
    .execute();
}

export async function versionsOf(db: Db, runId: string): Promise<RunVersion[]> {
  const rows = await db
    .selectFrom('run_versions')
    .select(['version', 'status', 'replaced_at', 'replaced_by', 'summary'])
    .where('run_id', '=', runId)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    status: row.status as Run['status'],
    replacedAt: row.replaced_at,
    replacedBy: row.replaced_by,
    summary: row.summary === null ? null : (JSON.parse(row.summary) as Json),
  }));
}

/** Ends what was taken up `maxTries` times and lapsed each time. */
export async function endStuckRescores(
  db: Db,
  { nowIso, maxTries }: { nowIso: string; maxTries: number },
  error: NonNullable<Settlement['error']>,
): Promise<string[]> {
  const stuck = () =>
    db
      .selectFrom('rescores')
      .select('sequence')
      .where('status', '=', 'open')
      .where('tries', '>=', maxTries)
      .where('lease_until', '<', nowIso);
  if (!(await stuck().limit(1).executeTakeFirst())) return [];
  const rows = await db
    .updateTable('rescores')
    .set({
      status: 'failed',
      finished_at: nowIso,
      lease_owner: null,
      lease_until: null,
      error_code: error.code,
      error_message: error.message,
    })
    .where('sequence', 'in', stuck())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function openRescoresAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('rescores')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'open')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
