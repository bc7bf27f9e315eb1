import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import { acceptEmptyJson, bodyHash, type RoutesApp } from '../shapes/routes-app.ts';
import { jobExamples } from './examples.ts';
import { parseJobChanges, parseNewJob } from './fields.ts';
import { authorOf, presentJob, presentJobs } from './present.ts';
import { JobsQuery, jobSchemas, jobsQueryCodes } from './schema.ts';
import type { Job, JobsService } from './types.ts';

/** Jobs serve matching and searching, so either permission will do. */
const permission = ['cvdeepmatch', 'cvdeepsearch'] as const;
/** Also where no body is wanted: one that is sent is read. */
const unreadable = ['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const bodyLimit = limits.jobs.maxBodyBytes;
const bodyErrors = ['INVALID_INPUT', ...unreadable] as const;
const tags = ['Jobs'];
const params = Type.Object({ job_id: Type.String({ description: 'As storing the job returned it.' }) });

export interface JobsRoutesDeps {
  jobs: Pick<JobsService, 'create' | 'find' | 'list' | 'update' | 'archive'>;
  newId: () => string;
}

export const jobsRoutes =
  (deps: JobsRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of jobSchemas) app.addSchema(schema);
    acceptEmptyJson(app);
    addCreate(app, deps);
    addList(app, deps);
    addGet(app, deps);
    addUpdate(app, deps);
    addArchive(app, deps);
  };

function addCreate(app: RoutesApp, { jobs, newId }: Pick<JobsRoutesDeps, 'jobs' | 'newId'>): void {
  app.route({
    method: 'POST',
    url: '/jobs',
    bodyLimit,
    config: {
      permission,
      errors: [...bodyErrors, 'POSITION_ID_CONFLICT'],
      body: Type.Ref('NewJob'),
      examples: jobExamples.create,
    },
    schema: {
      operationId: 'createJob',
      summary: 'Store a job',
      description: 'What is omitted of the requirements is filled in and shown.',
      tags,
      response: { 201: Type.Ref('Job', { description: 'Stored.' }) },
    },
    handler: async (request, reply) => {
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
      return reply.code(answer.status as 201).send(answer.body);
    },
  });
}

function addList(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  app.route({
    method: 'GET',
    url: '/jobs',
    config: {
      permission,
      invalid: jobsQueryCodes,
      errors: ['INVALID_INPUT', 'INVALID_STATUS'],
      examples: jobExamples.list,
    },
    schema: {
      operationId: 'listJobs',
      summary: 'List your jobs, newest first',
      description: 'Active ones, unless `status=archived` is asked for.',
      tags,
      querystring: JobsQuery,
      response: { 200: Type.Ref('JobsPage', { description: 'One page of jobs.' }) },
    },
    handler: async ({ caller, query: { limit, status, cursor, position_id: positionId } }) =>
      presentJobs(
        await jobs.list({
          clientId: caller.client.id,
          limit,
          status,
          ...(positionId === undefined ? {} : { positionId }),
          ...(cursor === undefined ? {} : { before: decodeCursor(cursor).sequence }),
        }),
      ),
  });
}

function addGet(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  app.route({
    method: 'GET',
    url: '/jobs/:job_id',
    config: { permission, errors: ['REQUEST_NOT_FOUND'], examples: jobExamples.get },
    schema: {
      operationId: 'getJob',
      summary: 'One job',
      description: 'An archived one, too.',
      tags,
      params,
      response: { 200: Type.Ref('Job', { description: 'The job, archived or not.' }) },
    },
    handler: async ({ caller, params: { job_id: jobId } }) =>
      presentJob(found(await jobs.find({ clientId: caller.client.id, jobId }))),
  });
}

function addUpdate(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  app.route({
    method: 'PATCH',
    url: '/jobs/:job_id',
    bodyLimit,
    config: {
      permission,
      errors: [...bodyErrors, 'REQUEST_NOT_FOUND', 'POSITION_ID_CONFLICT', 'JOB_ARCHIVED'],
      body: Type.Ref('JobUpdate'),
      examples: jobExamples.update,
    },
    schema: {
      operationId: 'updateJob',
      summary: 'Change a job',
      description: 'What is not sent stays; config is replaced whole. An archived job cannot be changed.',
      tags,
      params,
      response: { 200: Type.Ref('Job', { description: 'As it is now.' }) },
    },
    handler: async (request) => {
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
    },
  });
}

function addArchive(app: RoutesApp, { jobs }: Pick<JobsRoutesDeps, 'jobs'>): void {
  for (const [method, url] of [
    ['POST', '/jobs/:job_id/archive'],
    ['DELETE', '/jobs/:job_id'],
  ] as const) {
    app.route({
      method,
      url,
      bodyLimit,
      config: {
        permission,
        errors: ['REQUEST_NOT_FOUND', ...unreadable],
        examples: jobExamples.archive,
      },
      schema: {
        operationId: method === 'POST' ? 'archiveJob' : 'deleteJob',
        summary: method === 'POST' ? 'Archive a job' : 'The same as archiving it',
        description: 'Its position id is free again. Matches made with it stay as they are.',
        tags,
        params,
        response: { 200: Type.Ref('Job', { description: 'The archived job.' }) },
      },
      handler: async (request, reply) => {
        const { caller, params } = request;
        const { job_id: jobId } = params;
        const clientId = caller.client.id;
        const archive = async () => presentJob(found(await jobs.archive({ clientId, jobId })));
        if (method === 'DELETE') return archive();
        const about = { holder: { clientId }, content: '', resourceId: jobId };
        const answer = await app.idempotently(request, about, async () => ({
          status: 200,
          body: await archive(),
        }));
        return reply.code(answer.status as 200).send(answer.body);
      },
    });
  }
}

function found(job: Job | undefined): Job {
  // The same words for another client's id: nobody learns that it exists.
  if (!job)
    throw new ApiError(
      'REQUEST_NOT_FOUND',
      'There is no job with this id. Use the job_id that storing it returned, and a key of the same account.',
    );
  return job;
}
