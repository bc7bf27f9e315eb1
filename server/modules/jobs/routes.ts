import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { acceptEmptyJson, bodyHash, type RoutesApp } from '../shapes/routes-app.ts';
import { parseJobChanges, parseNewJob } from './contract/new-job.ts';
import { jobsContract, presentJob, presentJobs } from './contract.ts';
import { authorOf, type Job, type JobsService } from './types.ts';

export interface JobsRoutesDeps {
  jobs: Pick<JobsService, 'create' | 'find' | 'list' | 'update' | 'archive'>;
  newId: () => string;
}

export const jobsRoutes =
  (deps: JobsRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    acceptEmptyJson(app);
    addCreate(app, deps);
    addReading(app, deps);
    addUpdate(app, deps);
    addArchive(app, deps);
  };

function addCreate(app: RoutesApp, { jobs, newId }: Pick<JobsRoutesDeps, 'jobs' | 'newId'>): void {
  publicRoute(app, jobsContract.create, async (request) => {
    const { caller, body } = request;
    const content = parseNewJob(body);
    const clientId = caller.client.id;
    const id = newId();
    const answer = await app.idempotently(
      request,
      { holder: { clientId }, content: bodyHash(body), resourceId: id },
      async ({ unfinishedResourceId: unfinishedId, hold }) => {
        const made = unfinishedId && (await jobs.find({ clientId, jobId: unfinishedId }));
        const create = () => jobs.create({ clientId, id, ...content, by: authorOf(caller) }, hold);
        return { status: 201, body: presentJob(made || (await create())) };
      },
    );
    return answer.body;
  });
}

function addReading(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  publicRoute(
    app,
    jobsContract.list,
    async ({ caller, query: { limit, status, cursor, position_id: positionId } }) =>
      presentJobs(
        await jobs.list({
          clientId: caller.client.id,
          limit,
          status,
          ...(positionId === undefined ? {} : { positionId }),
          ...(cursor === undefined ? {} : { before: decodeCursor(cursor).sequence }),
        }),
      ),
  );
  publicRoute(app, jobsContract.get, async ({ caller, params: { job_id: jobId } }) =>
    presentJob(found(await jobs.find({ clientId: caller.client.id, jobId }))),
  );
}

function addUpdate(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  publicRoute(app, jobsContract.update, async (request) => {
    const { caller, body } = request;
    const { job_id: jobId } = request.params;
    const clientId = caller.client.id;
    // An id that is not the caller's is answered before its body is judged.
    found(await jobs.find({ clientId, jobId }));
    const changes = parseJobChanges(body);
    const about = { holder: { clientId }, content: bodyHash(body), resourceId: jobId };
    const answer = await app.idempotently(request, about, async () => {
      const changed = await jobs.update({ clientId, jobId, by: authorOf(caller) }, changes);
      return { status: 200, body: presentJob(found(changed)) };
    });
    return answer.body;
  });
}

function addArchive(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  const archive = async (of: { clientId: string; jobId: string }) =>
    presentJob(found(await jobs.archive(of)));

  publicRoute(app, jobsContract.archive, async (request) => {
    const { job_id: jobId } = request.params;
    const clientId = request.caller.client.id;
    const about = { holder: { clientId }, content: '', resourceId: jobId };
    const serve = async () => ({ status: 200, body: await archive({ clientId, jobId }) });
    return (await app.idempotently(request, about, serve)).body;
  });
  publicRoute(app, jobsContract.delete, ({ caller, params: { job_id: jobId } }) =>
    archive({ clientId: caller.client.id, jobId }),
  );
}

function found(job: Job | undefined): Job {
  // The same words for another client's id: the caller must not learn that it exists.
  if (!job)
    throw new ApiError(
      'REQUEST_NOT_FOUND',
      'There is no job with this id. Use the job_id that storing it returned, and a key of the same account.',
    );
  return job;
}
