import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { RunStatus } from '../../db/tables.ts';
import { runStatuses } from '../runs/types.ts';

/** Runs that estimates of processing time look at, newest first; not all of them have ended well. */
const LOOKED_AT = 400;

export interface Count {
  status: RunStatus;
  count: number;
}

/** Runs of clients' programs and of the playground; 2 are parts of runs, which are shown nowhere. */
const shown = [0, 1] as const;

/** Of one client, or of all. */
export async function countsSince(
  db: Db,
  since: string,
  clientId?: string,
): Promise<(Count & { clientId: string; serviceType: string })[]> {
  let query = db
    .selectFrom('runs')
    .select((of) => ['client_id', 'service_type', 'status', of.fn.countAll<number>().as('count')])
    .where('playground', 'in', shown)
    .where('created_at', '>=', since)
    .groupBy(['client_id', 'service_type', 'status']);
  query =
    clientId === undefined
      ? // A plain condition would walk through every run there has ever been: no index begins with the time.
        query.where('client_id', 'in', db.selectFrom('clients').select('id'))
      : query.where('client_id', '=', clientId);
  const rows = await query.execute();
  return rows.map(({ client_id, service_type, status, count }) => ({
    clientId: client_id,
    serviceType: service_type,
    status,
    count: Number(count),
  }));
}

/**
 * By the place in `starts`, which rise, of the day in which each run was submitted. One count for every state and day:
 * each is a stretch of an index, whereas sorting the runs into days would read every one of them.
 */
export async function countsByDay(
  db: Db,
  starts: readonly string[],
  clientId?: string,
): Promise<(Count & { day: number })[]> {
  const counts = runStatuses.flatMap((status) =>
    starts.map((start, day) => {
      const count = db
        .selectFrom('runs')
        .select((of) => [
          sql.lit(day).$castTo<number>().as('day'),
          sql.lit(status).$castTo<RunStatus>().as('status'),
          of.fn.countAll<number>().as('count'),
        ])
        .where('playground', 'in', shown)
        .where('status', '=', status)
        .where('created_at', '>=', start);
      const next = starts[day + 1];
      const ended = next === undefined ? count : count.where('created_at', '<', next);
      return clientId === undefined
        ? ended.where('client_id', 'in', db.selectFrom('clients').select('id'))
        : ended.where('client_id', '=', clientId);
    }),
  );
  const [first, ...others] = counts;
  const rows = await others.reduce((all, one) => all.unionAll(one), first!).execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function failuresSince(
  db: Db,
  clientId: string,
  since: string,
): Promise<{ code: string; count: number }[]> {
  const rows = await db
    .selectFrom('runs')
    .select((of) => ['error_code', of.fn.countAll<number>().as('count')])
    .where('client_id', '=', clientId)
    .where('playground', 'in', shown)
    .where('status', '=', 'failed')
    .where('created_at', '>=', since)
    .groupBy('error_code')
    .execute();
  return rows
    .map(({ error_code, count }) => ({ code: error_code ?? 'INTERNAL_ERROR', count: Number(count) }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
}

/** Waiting and running ones by client, the playground's too: they take the same slots. Parts of runs and interviews wait in no line. */
export async function openRuns(db: Db, clientId?: string): Promise<(Count & { clientId: string })[]> {
  let query = db
    .selectFrom('runs')
    .select((of) => ['client_id', 'status', of.fn.countAll<number>().as('count')])
    .where('status', 'in', ['queued', 'processing'])
    .where('playground', '<', 2)
    .groupBy(['client_id', 'status']);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const rows = await query.execute();
  return rows.map(({ client_id, status, count }) => ({ clientId: client_id, status, count: Number(count) }));
}

export async function oldestQueuedAt(db: Db, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('runs')
    .select('created_at')
    .where('status', '=', 'queued')
    .where('client_id', '=', clientId)
    .where('playground', '<', 2)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** How long the newest runs that went well took, in milliseconds. */
export async function processingTimes(db: Db, clientId: string, serviceType: string): Promise<number[]> {
  const rows = await newestOfEach((playground) =>
    db
      .selectFrom('runs')
      .select(['status', 'created_at', 'started_at', 'finished_at'])
      .where('client_id', '=', clientId)
      .where('playground', '=', playground)
      .where('service_type', '=', serviceType)
      .orderBy('created_at', 'desc')
      .limit(LOOKED_AT)
      .execute(),
  );
  return rows
    .slice(0, LOOKED_AT)
    .flatMap(({ status, started_at, finished_at }) =>
      (status === 'success' || status === 'partial') && started_at && finished_at
        ? [Date.parse(finished_at) - Date.parse(started_at)]
        : [],
    );
}

/** Newest first. One question each: together they would have to be sorted, where an index has them in order. */
async function newestOfEach<Row extends { created_at: string }>(
  read: (playground: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = (await Promise.all(shown.map(read))).flat();
  return rows.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Whether a client has got as far as a run, a key that works, a run by its programs. */
export async function firstSteps(
  db: Db,
  clientId: string,
  now: string,
): Promise<{ keys: number; hasRuns: boolean; hasApiRuns: boolean }> {
  const keys = await db
    .selectFrom('api_keys')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  const [ofPrograms, ofPlayground] = await Promise.all(
    shown.map((playground) =>
      db
        .selectFrom('runs')
        .select('id')
        .where('client_id', '=', clientId)
        .where('playground', '=', playground)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const hasApiRuns = ofPrograms !== undefined;
  return { keys: Number(keys.count), hasRuns: hasApiRuns || ofPlayground !== undefined, hasApiRuns };
}

/** When a client last submitted something. */
export async function lastRunAt(db: Db, clientId: string): Promise<string | null> {
  const [newest] = await newestOfEach((playground) =>
    db
      .selectFrom('runs')
      .select('created_at')
      .where('client_id', '=', clientId)
      .where('playground', '=', playground)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute(),
  );
  return newest?.created_at ?? null;
}

/** Keys that work now, by project. */
export async function keysByProject(db: Db, clientId: string, now: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('api_keys')
    .select((of) => ['project_id', of.fn.countAll<number>().as('count')])
    .where('client_id', '=', clientId)
    .where('project_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, count }) => [project_id!, Number(count)]));
}

export async function runsByProject(db: Db, clientId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('runs')
    .select((of) => ['project_id', of.fn.countAll<number>().as('count')])
    .where('client_id', '=', clientId)
    .where('playground', '=', 0)
    .where('project_id', 'is not', null)
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, count }) => [project_id!, Number(count)]));
}

/** What each key has submitted since then. */
export async function runsByKey(db: Db, clientId: string, since: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('runs')
    .select((of) => ['api_key_id', of.fn.countAll<number>().as('count')])
    .where('client_id', '=', clientId)
    .where('playground', 'in', shown)
    .where('created_at', '>=', since)
    .where('api_key_id', 'is not', null)
    .groupBy('api_key_id')
    .execute();
  return new Map(rows.map(({ api_key_id, count }) => [api_key_id!, Number(count)]));
}
