import type { Updateable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { RunsTable } from '../../db/tables.ts';
import { listColumns, toRun } from './run-row.ts';
import type { RunType, RunTypes } from './run-type.ts';
import type { Run } from './types.ts';

export type SortedBy = Pick<
  Updateable<RunsTable>,
  'rank_score' | 'overall_score' | 'vocabulary_score' | 'fluency_score' | 'accent_score'
>;

/** What lists are sorted by, to be written wherever a summary is. */
export function sortedBy(type: Pick<RunType, 'row'>, summary: unknown): SortedBy {
  const { score, speech } = summary == null ? {} : type.row(summary);
  const { overall, vocabulary, fluency, accent } = speech?.scores ?? {};
  return {
    rank_score: speech ? null : (score ?? null),
    overall_score: overall ?? null,
    vocabulary_score: vocabulary ?? null,
    fluency_score: fluency ?? null,
    accent_score: accent ?? null,
  };
}

/** Runs of some types, without their results: those of a client that came after one of them, the oldest first. */
export async function runsAfter(
  db: Db,
  {
    clientId,
    serviceTypes,
    sequence,
    limit,
  }: { clientId: string; serviceTypes: readonly string[]; sequence: number; limit: number },
): Promise<Run[]> {
  const rows = await db
    .selectFrom('runs')
    .select(listColumns)
    .where('client_id', '=', clientId)
    .where('sequence', '>', sequence)
    .where('service_type', 'in', serviceTypes)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/** Runs by their ids, without their results, the newest first. */
export async function runRows(db: Db, ids: readonly string[]): Promise<Run[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('runs')
    .select(listColumns)
    .where('id', 'in', ids)
    .orderBy('sequence', 'desc')
    .execute();
  return rows.map(toRun);
}

/** Which of these ids are runs. */
export async function runsAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('runs').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Whose run it is; undefined when there is none. */
export async function clientOfRun(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('runs').select('client_id').where('id', '=', id).executeTakeFirst();
  return row?.client_id;
}

/** How many runs need a stored CV. */
export async function runsWithCv(db: Db, cvId: string): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('cv_id', '=', cvId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest run of a stored CV, with a job of the catalogue where one is given, that did not fail; undefined when there is none. */
export async function newestRunOfCv(
  db: Db,
  { cvId, jobId }: { cvId: string; jobId?: string },
): Promise<string | undefined> {
  let query = db.selectFrom('runs').select('id').where('cv_id', '=', cvId);
  if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  const row = await query
    .where('status', '!=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a run that needs a stored CV has a result, or may come to have one. */
export async function isCvUsed(db: Db, cvId: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('cv_id', '=', cvId)
    .where((run) => run.or([run('result', 'is not', null), run('finished_at', 'is', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The run does not need its stored CV any more. */
export async function forgetCvOf(trx: Db, runId: string): Promise<void> {
  await trx.updateTable('runs').set({ cv_id: null }).where('id', '=', runId).execute();
}

/** What customers call runs, by id: their own id, else the file as it was sent; runs with neither are left out. */
export async function runNames(
  db: Db,
  types: RunTypes,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'external_id', 'service_type', 'input'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const name = row.external_id ?? types.of(row.service_type).fileName(JSON.parse(row.input));
      return name ? [[row.id, name] as const] : [];
    }),
  );
}

/** A run by its id, of any client. */
export async function runOf(db: Db, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRun(row);
}

/** How many of a client's runs of a type are under way. */
export { countActive } from './repository.ts';

/** Begins what no worker takes from the queue. False when it has begun, or ended, already. */
export async function beginRun(trx: Db, id: string, startedAt: string): Promise<boolean> {
  const row = await trx
    .updateTable('runs')
    .set({ status: 'processing', started_at: startedAt })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to a failed run what was found of it afterwards. */
export async function addToFailed(
  trx: Db,
  id: string,
  found: { result: object; summary: object; audioDurationMs: number },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      result: JSON.stringify(found.result),
      summary: JSON.stringify(found.summary),
      audio_duration_ms: found.audioDurationMs,
    })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
}

/** Lets a failed run wait once more, as if it had never begun. False when it is not one that failed. */
export async function reopenRun(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('runs')
    .set({
      status: 'queued',
      started_at: null,
      finished_at: null,
      audio_duration_ms: null,
      charged_credits: null,
      balance_after: null,
      result: null,
      summary: null,
      error_code: null,
      error_message: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
