import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { listColumns, toRun } from './run-row.ts';
import type { NewRun, Run, RunFilter } from './types.ts';

/** The run waits in its client's line until `promoteQueued` lets it in. */
export async function insertQueuedRun(trx: Db, run: NewRun, createdAt: string): Promise<void> {
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
      playground: run.playground ? 1 : 0,
      metadata: JSON.stringify(run.metadata),
      tags: JSON.stringify(run.tags),
      input: JSON.stringify(run.input),
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
        key.length <= limits.metadata.maxKeyChars &&
        value.length <= limits.metadata.maxValueChars &&
        !hasNul(key) &&
        !hasNul(value),
    );
}

export const hasNul = (text: string): boolean => text.includes('\0');

/**
 * Fills the client's free slots with its oldest queued runs; the caller holds the client's lock.
 * @returns how many were let in
 */
export async function promoteQueued(trx: Db, clientId: string, maxConcurrentRuns: number): Promise<number> {
  const free = maxConcurrentRuns - (await countActive(trx, clientId));
  if (free <= 0) return 0;
  const next = await trx
    .selectFrom('runs')
    .select('sequence')
    .where('status', '=', 'queued')
    .where('client_id', '=', clientId)
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

export async function countActive(db: Db, clientId: string): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'processing')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRun(db: Db, runId: string, clientId?: string): Promise<Run | undefined> {
  if (hasNul(runId)) return undefined;
  let query = db.selectFrom('runs').selectAll().where('id', '=', runId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const row = await query.executeTakeFirst();
  return row && toRun(row);
}

/** Rows ahead of a run in its client's line: how many queued ones, and how much audio they hold. */
export async function queuedAhead(
  db: Db,
  run: Pick<Run, 'clientId' | 'sequence'>,
): Promise<{ count: number; audioMs: number }> {
  const row = await db
    .selectFrom('runs')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      of.fn.sum<number | null>('audio_duration_ms').as('audio'),
    ])
    .where('status', '=', 'queued')
    .where('client_id', '=', run.clientId)
    .where('sequence', '<', run.sequence)
    .executeTakeFirstOrThrow();
  return { count: row.count, audioMs: row.audio ?? 0 };
}

/** The client's runs under way, oldest first. */
export async function activeRuns(
  db: Db,
  clientId: string,
): Promise<{ sequence: number; audioMs: number; startedAt: string | null; isLeased: boolean }[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['sequence', 'audio_duration_ms', 'started_at', 'lease_owner'])
    .where('status', '=', 'processing')
    .where('client_id', '=', clientId)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({
    sequence: row.sequence,
    audioMs: row.audio_duration_ms ?? 0,
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
    .filter(
      ({ audio_duration_ms: audioMs, started_at }) => started_at !== null && audioMs !== null && audioMs > 0,
    )
    .map((row) => (Date.parse(row.finished_at!) - Date.parse(row.started_at!)) / row.audio_duration_ms!);
}

/** Newest first, without `result`; at most `limit` + 1 rows, the last of which only says that there are more. */
export async function listRuns(
  db: Db,
  filter: Omit<RunFilter, 'clientId'> & { clientId?: string; withPlayground?: boolean },
): Promise<Run[]> {
  const texts = [
    filter.project,
    filter.externalId,
    filter.metadata?.key,
    filter.metadata?.value,
    ...(filter.tags ?? []),
  ];
  // PostgreSQL refuses NUL even as a question; no stored text has one.
  if (texts.some((text) => text !== undefined && hasNul(text))) return [];

  let query = db.selectFrom('runs').select(listColumns);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (!filter.withPlayground) query = query.where('playground', '=', 0);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.serviceType !== undefined) query = query.where('service_type', '=', filter.serviceType);
  if (filter.project === 'none') query = query.where('project_id', 'is', null);
  else if (filter.project !== undefined) query = query.where('project_id', '=', filter.project);
  if (filter.externalId !== undefined) query = query.where('external_id', '=', filter.externalId);
  if (filter.createdAfter !== undefined)
    query = query.where('created_at', '>=', fixedWidth(filter.createdAfter));
  if (filter.createdBefore !== undefined)
    query = query.where('created_at', '<=', fixedWidth(filter.createdBefore));
  for (const tag of new Set(filter.tags)) {
    query = query.where((run) =>
      run.exists(
        run
          .selectFrom('run_tags')
          .select('run_tags.run_id')
          .whereRef('run_tags.run_id', '=', 'runs.id')
          .where('run_tags.tag', '=', tag),
      ),
    );
  }
  if (filter.metadata !== undefined) {
    const { key, value } = filter.metadata;
    query = query.where((run) =>
      run.exists(
        run
          .selectFrom('run_metadata')
          .select('run_metadata.run_id')
          .whereRef('run_metadata.run_id', '=', 'runs.id')
          .where('run_metadata.key', '=', key)
          .where('run_metadata.value', '=', value),
      ),
    );
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(filter.limit + 1)
    .offset(filter.offset)
    .execute();
  return rows.map(toRun);
}

const fixedWidth = (date: string): string => new Date(date).toISOString();
