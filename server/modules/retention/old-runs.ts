import type { Db } from '../../db/db.ts';
import type { RunTypes } from '../runs/run-type.ts';
import type { ExpiredPart, RetentionKind } from '../runs/types.ts';

/** A run that ended, by its place in the order in which its client's runs ended. */
export interface EndedRun {
  id: string;
  clientId: string;
  serviceType: string;
  finishedAt: string;
  sequence: number;
}

type Place = Pick<EndedRun, 'finishedAt' | 'sequence'>;

/** Service types whose runs have data of a kind. */
const typesWith = ({ submitted }: RunTypes, kind: RetentionKind): string[] =>
  submitted
    .filter(({ retention }) => {
      if (kind === 'results' || kind === 'runs') return true;
      return kind === 'transcripts' ? 'withoutTranscript' in retention : retention.upload === kind;
    })
    .map(({ name }) => name);

interface Scope {
  clientId: string;
  kind: RetentionKind;
  endedBefore: string;
}

/** Runs whose time is over and that have not been looked at yet, the oldest first. */
export async function oldRuns(db: Db, types: RunTypes, scope: Scope, limit: number): Promise<EndedRun[]> {
  const rows = await unseen(db, types, scope, await progressOf(db, scope))
    .select(['id', 'client_id', 'service_type', 'finished_at', 'sequence'])
    .orderBy('finished_at')
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    serviceType: row.service_type,
    finishedAt: row.finished_at!,
    sequence: row.sequence,
  }));
}

/** How many there are, and when the oldest ended. */
export async function countOldRuns(
  db: Db,
  types: RunTypes,
  scope: Scope,
): Promise<{ count: number; oldest: string | null }> {
  const { count, oldest } = await unseen(db, types, scope, await progressOf(db, scope))
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('finished_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { count, oldest };
}

function unseen(db: Db, types: RunTypes, { clientId, kind, endedBefore }: Scope, after: Place | undefined) {
  let query = db
    .selectFrom('runs')
    .where('client_id', '=', clientId)
    .where('finished_at', 'is not', null)
    .where('finished_at', '<=', endedBefore)
    .where('service_type', 'in', typesWith(types, kind));
  if (after) {
    query = query.where((run) =>
      run.or([
        run('finished_at', '>', after.finishedAt),
        run.and([run('finished_at', '=', after.finishedAt), run('sequence', '>', after.sequence)]),
      ]),
    );
  }
  return query;
}

async function progressOf(db: Db, { clientId, kind }: Scope): Promise<Place | undefined> {
  const row = await db
    .selectFrom('retention_progress')
    .select(['finished_at', 'sequence'])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row && { finishedAt: row.finished_at, sequence: row.sequence };
}

/** Everything up to here is done: runs end in the order of time, so nothing can come before it any more. */
export async function saveProgress(
  trx: Db,
  { clientId, kind }: Pick<Scope, 'clientId' | 'kind'>,
  { finishedAt, sequence }: Place,
): Promise<void> {
  const values = { finished_at: finishedAt, sequence };
  await trx
    .insertInto('retention_progress')
    .values({ client_id: clientId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'kind']).doUpdateSet(values))
    .execute();
}

export async function noteExpired(
  trx: Db,
  { runId, kind, deletedAt, days }: ExpiredPart & { runId: string },
): Promise<void> {
  await trx
    .insertInto('expired_data')
    .values({ run_id: runId, kind, deleted_at: deletedAt, days })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function expiredParts(db: Db, runId: string): Promise<ExpiredPart[]> {
  const rows = await db.selectFrom('expired_data').selectAll().where('run_id', '=', runId).execute();
  return rows.map((row) => ({ kind: row.kind as RetentionKind, deletedAt: row.deleted_at, days: row.days }));
}

/** A rescoring under way holds in memory what would be deleted, and would put it back. */
export async function isBeingRescored(db: Db, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('part_of', '=', runId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
