import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { titleOfJob } from '../../domain/titles/job-title.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { findActiveByPosition, findJob, insertJob, listJobs, storeJob } from './repository.ts';
import type { Job, JobAuthor, JobChanges, JobReference, JobsService } from './types.ts';
import { insertVersion, listVersions } from './version-repository.ts';

/** Every write holds the client's lock, so that what was looked up still holds when it is written. */
export function createJobsService({ db, clock }: { db: Db; clock: Clock }): JobsService {
  const now = () => isoTime(clock.now());

  const refuseTaken = async (trx: Db, clientId: string, positionId: string | null) => {
    const other = positionId === null ? undefined : await findActiveByPosition(trx, clientId, positionId);
    if (!other) return;
    throw new ApiError(
      'POSITION_ID_CONFLICT',
      `An active job already has position_id "${positionId}": use it, change it (job_id "${other.id}"), archive it, or choose another position_id.`,
      { details: { position_id: positionId, job_id: other.id } },
    );
  };

  const add = async (
    trx: Db,
    job: Pick<Job, 'id' | 'clientId' | 'positionId' | 'description' | 'config'>,
    by: JobAuthor | undefined,
  ) => {
    const at = now();
    const made = await insertJob(trx, {
      ...job,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
      version: 1,
      title: titleOfJob(job.description, job.config),
    });
    await insertVersion(trx, made, by);
    return made;
  };

  /** Stores a job, and keeps the state it gets, only if `changes` change it. */
  const change = async (trx: Db, job: Job, changes: JobChanges, by: JobAuthor | undefined): Promise<Job> => {
    const changed = { ...job, ...changes };
    if (isDeepStrictEqual(changed, job)) return job;
    const title = titleOfJob(changed.description, changed.config);
    const stored = { ...changed, updatedAt: now(), version: job.version + 1, title };
    await storeJob(trx, stored);
    await insertVersion(trx, stored, by);
    return stored;
  };

  const resolve = async (handle: Db, clientId: string, { jobId, positionId }: JobReference) => {
    const refuse = (what: string) =>
      new ApiError(
        'JOB_NOT_FOUND',
        `There is no active job with ${what}. Store it first, or send job_description and config.`,
      );
    const job =
      jobId === null
        ? await findActiveByPosition(handle, clientId, positionId!)
        : await findJob(handle, clientId, jobId);
    if (!job || job.archivedAt !== null) {
      throw refuse(jobId === null ? `position_id "${positionId}"` : `job_id "${jobId}"`);
    }
    if (positionId !== null && job.positionId !== positionId) {
      throw refuse(`job_id "${jobId}" and position_id "${positionId}"`);
    }
    return job;
  };

  return {
    create: ({ clientId, by, ...job }, holdKey) =>
      transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        await holdKey?.(trx);
        await refuseTaken(trx, clientId, job.positionId);
        return add(trx, { clientId, ...job }, by);
      }),

    find: ({ clientId, jobId }) => findJob(db, clientId, jobId),

    async versions({ clientId, jobId }) {
      const job = await findJob(db, clientId, jobId);
      return job && listVersions(db, job.id, limits.jobs.versionsShown);
    },

    async list(filter) {
      const jobs = await listJobs(db, filter);
      return { jobs: jobs.slice(0, filter.limit), hasMore: jobs.length > filter.limit };
    },

    update: ({ clientId, jobId, by }, changes) =>
      transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const job = await findJob(trx, clientId, jobId);
        if (!job) return undefined;
        if (job.archivedAt !== null) {
          throw new ApiError(
            'JOB_ARCHIVED',
            'This job is archived; it cannot be changed any more. Store a new one.',
          );
        }
        const { positionId = job.positionId } = changes;
        if (positionId !== job.positionId) await refuseTaken(trx, clientId, positionId);
        return change(trx, job, changes, by);
      }),

    archive: ({ clientId, jobId }) =>
      transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const job = await findJob(trx, clientId, jobId);
        if (!job || job.archivedAt !== null) return job;
        const at = now();
        const archived = { ...job, updatedAt: at, archivedAt: at };
        await storeJob(trx, archived);
        return archived;
      }),

    resolve: (clientId, reference) => resolve(db, clientId, reference),

    async save(trx, { clientId, newId, reference, description, config, by }) {
      await lockClient(trx, clientId);
      const { jobId, positionId } = reference;
      if (jobId !== null) {
        return change(trx, await resolve(trx, clientId, reference), { description, config }, by);
      }
      await refuseTaken(trx, clientId, positionId);
      return add(trx, { id: newId, clientId, positionId, description, config }, by);
    },
  };
}
