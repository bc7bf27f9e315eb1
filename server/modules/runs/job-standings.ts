import type { Db } from '../../db/db.ts';

/** How many runs of a type were judged by each job, and the best score among them. Jobs without any are missing. */
export async function standingsByJob(
  db: Db,
  { clientId, jobIds, serviceType }: { clientId: string; jobIds: readonly string[]; serviceType: string },
): Promise<Map<string, { count: number; bestScore: number | null }>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('runs')
    .select((of) => [
      'job_id',
      of.fn.countAll<number>().as('count'),
      of.fn.max<number | null>('rank_score').as('best'),
    ])
    .where('client_id', '=', clientId)
    .where('job_id', 'in', jobIds)
    .where('playground', '=', 0)
    .where('service_type', '=', serviceType)
    .groupBy('job_id')
    .execute();
  return new Map(rows.map(({ job_id, count, best }) => [job_id!, { count, bestScore: best }]));
}
