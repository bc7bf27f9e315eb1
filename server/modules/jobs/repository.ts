import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { JobsTable } from '../../db/tables.ts';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import type { Job, JobFilter } from './types.ts';

const toJob = (row: Selectable<JobsTable>): Job => ({
  id: row.id,
  sequence: row.sequence,
  clientId: row.client_id,
  positionId: row.position_id,
  description: row.description,
  config: JSON.parse(row.config) as RequirementsConfig,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  archivedAt: row.archived_at,
  version: row.version,
  title: row.title,
});

export async function insertJob(trx: Db, job: Omit<Job, 'sequence'>): Promise<Job> {
  const row = await trx
    .insertInto('jobs')
    .values({
      id: job.id,
      client_id: job.clientId,
      position_id: job.positionId,
      created_at: job.createdAt,
      updated_at: job.updatedAt,
      archived_at: job.archivedAt,
      config: JSON.stringify(job.config),
      description: job.description,
      version: job.version,
      title: job.title,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}

export async function findJob(db: Db, clientId: string, jobId: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row && toJob(row);
}

export async function findActiveByPosition(
  db: Db,
  clientId: string,
  positionId: string,
): Promise<Job | undefined> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('position_id', '=', positionId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row && toJob(row);
}

/** Newest first; at most `limit` + 1, the last of which only says that there are more. */
export async function listJobs(db: Db, filter: JobFilter): Promise<Job[]> {
  let query = db.selectFrom('jobs').selectAll().where('client_id', '=', filter.clientId);
  query = query.where('archived_at', filter.status === 'active' ? 'is' : 'is not', null);
  if (filter.positionId !== undefined) query = query.where('position_id', '=', filter.positionId);
  if (filter.before !== undefined) query = query.where('sequence', '<', filter.before);
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(filter.limit + 1)
    .execute();
  return rows.map(toJob);
}

/** Stores what may change of a job; the caller holds the client's lock. */
export async function storeJob(trx: Db, job: Job): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({
      position_id: job.positionId,
      description: job.description,
      config: JSON.stringify(job.config),
      updated_at: job.updatedAt,
      archived_at: job.archivedAt,
      version: job.version,
      title: job.title,
    })
    .where('id', '=', job.id)
    .where('client_id', '=', job.clientId)
    .execute();
}
