import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/**
 * Of an unfinished run: in its client's line (`queued`), admitted and in want of a worker (`waiting`), or on one (`running`).
 */
export type OpenState = 'queued' | 'waiting' | 'running';

export interface OpenRuns {
  serviceType: string;
  state: OpenState;
  count: number;
  /** When the oldest of them was submitted. */
  oldestAt: string;
}

/** Runs that have not ended, of every client together; interviews, which no worker takes, are left out. */
export async function openRuns(db: Db): Promise<OpenRuns[]> {
  const state = sql<OpenState>`case when status = 'queued' then 'queued' when lease_owner is null then 'waiting' else 'running' end`;
  const rows = await db
    .selectFrom('runs')
    .select((of) => [
      'service_type',
      state.as('state'),
      of.fn.countAll<number>().as('count'),
      of.fn.min('created_at').as('oldest_at'),
    ])
    .where('status', 'in', ['queued', 'processing'])
    .where('playground', '<', 3)
    .groupBy(['service_type', state])
    .execute();
  return rows.map(({ service_type, state, count, oldest_at }) => ({
    serviceType: service_type,
    state,
    count: Number(count),
    oldestAt: oldest_at,
  }));
}

/** Runs that have ended and are still stored. Walks through all of them: ask seldom. */
export async function storedRuns(db: Db): Promise<{ serviceType: string; status: string; count: number }[]> {
  const rows = await db
    .selectFrom('runs')
    .select((of) => ['service_type', 'status', of.fn.countAll<number>().as('count')])
    .where('status', 'in', ['success', 'partial', 'failed'])
    .groupBy(['service_type', 'status'])
    .execute();
  return rows.map(({ service_type, status, count }) => ({
    serviceType: service_type,
    status,
    count: Number(count),
  }));
}

/** How often stored runs ended with each code. Walks through all of them: ask seldom. */
export async function failureCodes(db: Db): Promise<{ serviceType: string; code: string; count: number }[]> {
  const rows = await db
    .selectFrom('runs')
    .select((of) => ['service_type', 'error_code', of.fn.countAll<number>().as('count')])
    .where('status', '=', 'failed')
    .groupBy(['service_type', 'error_code'])
    .execute();
  return rows.map(({ service_type, error_code, count }) => ({
    serviceType: service_type,
    code: error_code ?? 'INTERNAL_ERROR',
    count: Number(count),
  }));
}

/** What the steps of the newest runs did and how long they took, in milliseconds. @param most runs looked at */
export async function stepTimes(
  db: Db,
  most: number,
): Promise<{ serviceType: string; step: string; status: string; durationMs: number }[]> {
  const newest = db.selectFrom('runs').select('id').orderBy('sequence', 'desc').limit(most);
  const rows = await db
    .selectFrom('run_outcomes')
    .innerJoin('runs', 'runs.id', 'run_outcomes.run_id')
    .select(['runs.service_type', 'run_outcomes.step', 'run_outcomes.status', 'run_outcomes.duration_ms'])
    .where('run_outcomes.run_id', 'in', newest)
    .execute();
  return rows.map(({ service_type, step, status, duration_ms }) => ({
    serviceType: service_type,
    step,
    status,
    durationMs: duration_ms,
  }));
}
