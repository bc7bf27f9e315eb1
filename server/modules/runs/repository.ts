import { sql } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { seconds } from '../../time.ts';
import { toRun } from './run-row.ts';
import type { RunTypes } from './run-type.ts';
import type { NewRun, Run } from './types.ts';

/** What a run without audio, such as a CV, counts for where estimates are made from durations. */
export const sizeWithoutAudioMs = seconds(10);

/** The run waits in its client's line until `promoteQueued` lets it in. */
export async function insertQueuedRun(
  trx: Db,
  types: RunTypes,
  run: NewRun,
  createdAt: string,
): Promise<void> {
  const type = types.of(run.serviceType);
  await trx
    .insertInto('runs')
    .values({
      id: run.id,
      service_type: run.serviceType,
      client_id: run.clientId,
      project_id: run.projectId,
      api_key_id: run.apiKeyId,
      external_id: run.externalId,
      status: 'queued',
      playground: listedAs(run, type.isHeldLive ?? false),
      part_of: run.partOf ?? null,
      metadata: JSON.stringify(run.metadata),
      tags: JSON.stringify(run.tags),
      input: JSON.stringify(run.input),
      job_id: type.jobOf?.(run.input) ?? null,
      cv_id: type.cvOf?.(run.input) ?? null,
      search_names: types.searchNamesOf(run.serviceType, run.input, null),
      audio_duration_ms: run.audioDurationMs,
      language: run.language,
      cost_credits: run.costCredits,
      created_at: createdAt,
      lapses: 0,
    })
    .execute();
  const owner = { run_id: run.id, client_id: run.clientId };
  const tags = [...new Set(run.tags)].map((tag) => ({ ...owner, tag }));
  if (tags.length > 0) await trx.insertInto('run_tags').values(tags).execute();
  const pairs = filterablePairs(run.metadata).map((pair) => ({ ...owner, ...pair }));
  if (pairs.length > 0) await trx.insertInto('run_metadata').values(pairs).execute();
}

/** See `RunsTable.playground`. */
function listedAs({ partOf, playground }: NewRun, isHeldLive: boolean): number {
  if (partOf !== undefined) return 2;
  if (isHeldLive) return listedApart;
  return playground ? 1 : 0;
}

/** Interviews: in no list but their own. */
export const listedApart = 3;

/**
 * The pairs by which lists can filter: none when any value is nested. Text with a NUL, which PostgreSQL cannot
 * store, stays readable in the metadata but cannot be searched for.
 */
function filterablePairs(metadata: Record<string, unknown>): { key: string; value: string }[] {
  const entries = Object.entries(metadata);
  const isFlat = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  if (!isFlat) return [];
  return entries
    .map(([key, value]) => ({ key, value: String(value) }))
    .filter(
      ({ key, value }) =>
        [...key].length <= limits.metadata.maxKeyChars &&
        [...value].length <= limits.metadata.maxValueChars &&
        !hasNul(key) &&
        !hasNul(value),
    );
}

export const hasNul = (text: string): boolean => text.includes('\0');

/** A client's runs of one type: they wait in one line and share its slots, and no run of another type waits for them. */
export type Line = Pick<Run, 'clientId' | 'serviceType'>;

/**
 * Fills a line's free slots with its oldest queued runs; the caller holds the client's lock. What is held live is in no line.
 * @returns how many were let in
 */
export async function promoteQueued(
  trx: Db,
  types: RunTypes,
  line: Line,
  maxConcurrentRuns: number,
): Promise<number> {
  if (types.isHeldLive(line.serviceType)) return 0;
  const free = maxConcurrentRuns - (await countActive(trx, line));
  if (free <= 0) return 0;
  const next = await trx
    .selectFrom('runs')
    .select('sequence')
    .where('status', '=', 'queued')
    .where('client_id', '=', line.clientId)
    .where('service_type', '=', line.serviceType)
    .orderBy('sequence')
    .limit(free)
    .execute();
  if (next.length === 0) return 0;
  const sequences = next.map(({ sequence }) => sequence);
  await trx
    .updateTable('runs')
    .set({ status: 'processing' })
    .where('sequence', 'in', sequences)
    .where('status', '=', 'queued')
    .execute();
  return sequences.length;
}

export async function countActive(db: Db, { clientId, serviceType }: Line): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'processing')
    .where('client_id', '=', clientId)
    .where('service_type', '=', serviceType)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRun(db: Db, runId: string, clientId?: string): Promise<Run | undefined> {
  let query = db.selectFrom('runs').selectAll().where('id', '=', runId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const row = await query.executeTakeFirst();
  return row && toRun(row);
}

/** The newest of the runs that are parts of this one. */
export async function newestPart(db: Db, runId: string): Promise<Run | undefined> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('part_of', '=', runId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRun(row);
}

/** Rows ahead of a run in its line: how many queued ones, and how much audio they hold. */
export async function queuedAhead(
  db: Db,
  run: Line & Pick<Run, 'sequence'>,
): Promise<{ count: number; audioMs: number }> {
  const row = await db
    .selectFrom('runs')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      of.fn.sum<number | null>(of.fn.coalesce('audio_duration_ms', sql.lit(sizeWithoutAudioMs))).as('audio'),
    ])
    .where('status', '=', 'queued')
    .where('client_id', '=', run.clientId)
    .where('service_type', '=', run.serviceType)
    .where('sequence', '<', run.sequence)
    .executeTakeFirstOrThrow();
  return { count: row.count, audioMs: row.audio ?? 0 };
}

/** The runs of a line that are under way, oldest first. */
export async function activeRuns(
  db: Db,
  { clientId, serviceType }: Line,
): Promise<{ sequence: number; audioMs: number; startedAt: string | null; isLeased: boolean }[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['sequence', 'audio_duration_ms', 'started_at', 'lease_owner'])
    .where('status', '=', 'processing')
    .where('client_id', '=', clientId)
    .where('service_type', '=', serviceType)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({
    sequence: row.sequence,
    audioMs: row.audio_duration_ms ?? sizeWithoutAudioMs,
    startedAt: row.started_at,
    isLeased: row.lease_owner !== null,
  }));
}

/** Processing time over audio time of the runs that last went well, newest first. */
export async function recentPaces(db: Db, serviceType: string, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('runs')
        .select(['status', 'audio_duration_ms', 'started_at', 'finished_at'])
        .where('service_type', '=', serviceType)
        .where('finished_at', 'is not', null)
        .orderBy('finished_at', 'desc')
        // Failed runs teach nothing; looking past a few of them must not become a walk through all history.
        .limit(count * 4)
        .as('latest'),
    )
    .selectAll()
    .where('status', 'in', ['success', 'partial'])
    .execute();
  return rows
    .slice(0, count)
    .map((row) => ({ ...row, sizeMs: row.audio_duration_ms ?? sizeWithoutAudioMs }))
    .filter(({ started_at, sizeMs }) => started_at !== null && sizeMs > 0)
    .map((row) => (Date.parse(row.finished_at!) - Date.parse(row.started_at!)) / row.sizeMs);
}
