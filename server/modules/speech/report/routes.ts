import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError } from '../../../errors.ts';
import type { Clock } from '../../../time.ts';
import { isTerminal, presentWaiting } from '../present.ts';

import type { ReportService, SpeechService } from '../types.ts';
import { reportExamples } from './examples.ts';
import { Report, ReportQuery } from './schema.ts';

export interface ReportRoutesDeps {
  speech: Pick<SpeechService, 'find' | 'place'>;
  reports: Pick<ReportService, 'render'>;
  clock: Clock;
}

export const reportRoutes =
  ({ speech, reports, clock }: ReportRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Report);
    app.route({
      method: 'GET',
      url: '/speech/analyze/:id/report',
      config: {
        permission: 'speech',
        errors: ['REQUEST_NOT_FOUND', 'REPORT_NOT_AVAILABLE', 'JOB_NOT_FOUND', 'POLL_RATE_LIMITED'],
        examples: reportExamples,
      },
      schema: {
        operationId: 'getSpeechReport',
        summary: 'A report that people can use',
        description:
          'One page, for the recruiter or for the candidate, made from the result as it stands. Before the analysis has ended, this counts as a poll.',
        tags: ['Speech'],
        params: Type.Object({ id: Type.String({ description: 'As the submission returned it.' }) }),
        querystring: ReportQuery,
        response: {
          200: {
            description: 'The report, in the format asked for.',
            content: {
              'application/json': { schema: Type.Ref('SpeechReport') },
              'text/html': { schema: Type.String() },
              'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
      handler: async (request, reply) => {
        const { caller, params, query } = request;
        const run = await speech.find({ clientId: caller.client.id, runId: params.id });
        if (!run) {
          throw new ApiError(
            'REQUEST_NOT_FOUND',
            'There is no analysis with this id. Ask with the id that the submission returned, and a key of the same account.',
          );
        }
        if (!isTerminal(run)) {
          app.limitPolling(run);
          const place = run.status === 'queued' ? await speech.place(run) : null;
          const { status, message, pollIntervalSeconds } = presentWaiting({ run, place, nowMs: clock.now() });
          throw new ApiError(
            'REPORT_NOT_AVAILABLE',
            `The analysis has not ended. ${message} Ask for the report again in ${pollIntervalSeconds} seconds.`,
            { details: { status }, retryAfterSeconds: pollIntervalSeconds },
          );
        }
        const { body, headers } = await reports.render(run, {
          reader: query.for,
          format: query.format,
          language: query.language,
          jobId: query.job_id,
        });
        await request.recordReading('run.read', `run:${run.id}`);
        return reply.headers(headers).send(body as never);
      },
    });
  };
