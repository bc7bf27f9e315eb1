import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { weightsOf } from '../../../domain/matching/weights.ts';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { readConfig, readJobDescription, readPositionId } from '../../../domain/requirements/validate.ts';
import { jobTitleOf, titleOfJob } from '../../../domain/titles/job-title.ts';
import { ApiError } from '../../../errors.ts';
import type { SignedIn } from '../../accounts/types.ts';
import { type Job, type JobAuthor, jobStatusOf } from '../../jobs/types.ts';
import { matchRuns } from '../../matching/run-type.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { JobDetails, JobDraft, JobRow } from './contract.ts';

const bodyLimit = limits.jobs.maxBodyBytes;

/** Job catalogue: what `/api/v1/jobs` offers, and the versions of each job. */
export const jobsConsoleRoutes =
  ({ jobs, runs, newId }: Pick<ConsoleDeps, 'jobs' | 'runs' | 'newId'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const rowsOf = async (clientId: string, list: readonly Job[]): Promise<JobRow[]> => {
      const jobIds = list.map(({ id }) => id);
      const standings = await runs.standingsByJob({ clientId, jobIds, serviceType: matchRuns.name });
      return list.map((job) => presentRow(job, standings.get(job.id) ?? { count: 0, bestScore: null }));
    };
    const detailsOf = async (job: Job): Promise<JobDetails> => {
      const [row] = await rowsOf(job.clientId, [job]);
      return { ...row!, description: job.description, config: job.config };
    };
    const required = async (of: { clientId: string; jobId: string }): Promise<Job> =>
      (await jobs.find(of)) ?? unknownJob(of.jobId);

    route('GET /clients/:clientId/jobs', {
      handler: async ({ params: { clientId }, query: { status, cursor, limit } }) => {
        const before = cursor === undefined ? {} : { before: decodeCursor(cursor).sequence };
        const { jobs: found, hasMore } = await jobs.list({ clientId, status, limit, ...before });
        return {
          items: await rowsOf(clientId, found),
          next: hasMore ? encodeCursor(found.at(-1)!) : null,
        };
      },
    });

    route('POST /clients/:clientId/jobs/check', {
      bodyLimit,
      handler: async ({ params: { clientId }, query, body }) => {
        const faults = createFaults();
        const { positionId, description, config } = readDraft(body, faults);
        if (positionId) {
          const { jobs: taken } = await jobs.list({ clientId, status: 'active', positionId, limit: 1 });
          if (taken.some(({ id }) => id !== query.jobId)) {
            faults.add('positionId', 'Another active job has this position id.');
          }
        }
        return {
          faults: faults.fields(),
          config: config ?? null,
          title: config ? titleOfJob(description ?? '', config) : jobTitleOf(description ?? ''),
        };
      },
    });

    route('POST /clients/:clientId/jobs', {
      bodyLimit,
      handler: async (request) => {
        const { clientId } = request.params;
        const content = readWhole(request.body);
        const job = await jobs.create({ clientId, id: newId(), ...content, by: authorOf(request) });
        await request.audit({ target: `job:${job.id}`, details: { positionId: job.positionId } });
        return detailsOf(job);
      },
    });

    route('GET /clients/:clientId/jobs/:jobId', {
      handler: async ({ params }) => detailsOf(await required(params)),
    });

    route('PATCH /clients/:clientId/jobs/:jobId', {
      bodyLimit,
      handler: async (request) => {
        const { clientId, jobId } = request.params;
        // An id that is not the client's is answered before its body is judged.
        const before = await required(request.params);
        const content = readWhole(request.body);
        const by = authorOf(request);
        const job = (await jobs.update({ clientId, jobId, by }, content)) ?? unknownJob(jobId);
        await request.audit({
          target: `job:${jobId}`,
          details: { fromVersion: before.version, toVersion: job.version },
        });
        return detailsOf(job);
      },
    });

    route('POST /clients/:clientId/jobs/:jobId/archive', {
      handler: async (request) => {
        const { jobId } = request.params;
        const job = (await jobs.archive(request.params)) ?? unknownJob(jobId);
        await request.audit({ target: `job:${jobId}`, details: { positionId: job.positionId } });
        return detailsOf(job);
      },
    });

    route('GET /clients/:clientId/jobs/:jobId/versions', {
      handler: async ({ params }) => ({
        items: (await jobs.versions(params)) ?? unknownJob(params.jobId),
      }),
    });
  };

const presentRow = (job: Job, matches: JobRow['matches']): JobRow => ({
  id: job.id,
  positionId: job.positionId,
  title: job.title,
  status: jobStatusOf(job),
  version: job.version,
  createdAt: job.createdAt,
  updatedAt: job.updatedAt,
  requirementCount: weightsOf(job.config).length,
  matches,
});

const authorOf = ({ signedIn: { user } }: { signedIn: SignedIn }): JobAuthor => ({
  kind: 'user',
  name: user.name || user.email,
});

function readDraft({ positionId, description, config }: JobDraft, faults: Faults) {
  const isNamed = positionId !== undefined && positionId !== null && positionId !== '';
  return {
    positionId: isNamed ? readPositionId(positionId, 'positionId', faults) : null,
    description: readJobDescription(description ?? '', 'description', faults),
    config: readConfig(config, 'config', faults),
  };
}

/** ApiError INVALID_INPUT with every fault of the draft. */
function readWhole(draft: JobDraft) {
  const faults = createFaults();
  const { positionId, description, config } = readDraft(draft, faults);
  refuseFaults(faults);
  return { positionId: positionId ?? null, description: description!, config: config! };
}

/** The same words for another client's id: the caller must not learn that it exists. */
function unknownJob(jobId: string): never {
  throw new ApiError('NOT_FOUND', `There is no job "${jobId}".`);
}
