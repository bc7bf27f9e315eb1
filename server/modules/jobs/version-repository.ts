import type { Db } from '../../db/db.ts';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import type { Job, JobAuthor, JobVersion } from './types.ts';

/** Keeps the state that a job has now; the caller holds the client's lock. */
export async function insertVersion(trx: Db, job: Job, by: JobAuthor | undefined): Promise<void> {
  await trx
    .insertInto('job_versions')
    .values({
      job_id: job.id,
      number: job.version,
      created_at: job.updatedAt,
      author_kind: by?.kind ?? null,
      author_name: by?.name ?? null,
      position_id: job.positionId,
      config: JSON.stringify(job.config),
      description: job.description,
    })
    .execute();
}

/** Newest first. */
export async function listVersions(db: Db, jobId: string, limit: number): Promise<JobVersion[]> {
  const rows = await db
    .selectFrom('job_versions')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    createdAt: row.created_at,
    author:
      row.author_kind === null
        ? null
        : { kind: row.author_kind as JobAuthor['kind'], name: row.author_name ?? '' },
    positionId: row.position_id,
    config: JSON.parse(row.config) as RequirementsConfig,
    description: row.description,
  }));
}
