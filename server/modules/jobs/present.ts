import { encodeCursor } from '../../domain/paging/cursor.ts';
import type { Caller } from '../identity/types.ts';
import type { Job, JobAuthor } from './types.ts';

/** Who changes a job through the interface. */
export const authorOf = ({ key }: Caller): JobAuthor => ({ kind: 'key', name: key.name || key.masked });

/** A job as clients see it. `id` and `job_id` are the same. */
export function presentJob(job: Job) {
  return {
    id: job.id,
    job_id: job.id,
    position_id: job.positionId,
    status: job.archivedAt === null ? ('active' as const) : ('archived' as const),
    job_title: job.title || null,
    job_description: job.description,
    config: job.config,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    archived_at: job.archivedAt,
  };
}

export const presentJobs = ({ jobs, hasMore }: { jobs: readonly Job[]; hasMore: boolean }) => ({
  data: jobs.map(presentJob),
  next_cursor: hasMore ? encodeCursor(jobs.at(-1)!) : null,
});
