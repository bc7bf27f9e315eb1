import type { Db } from '../../db/db.ts';
import { sortedBy } from '../runs/queries.ts';
import type { Run, Settlement } from '../runs/types.ts';
import { speechRuns } from './run-type.ts';
import type { RunVersion } from './types.ts';

export async function isBeingDeleted(db: Db, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deletion_items')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('status', '!=', 'done')
    .executeTakeFirst();
  return row !== undefined;
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
      ...sortedBy(speechRuns, next.summary),
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
    summary: row.summary === null ? null : (JSON.parse(row.summary) as unknown),
  }));
}
