import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../../../errors.ts';
import type { Clock } from '../../../time.ts';
import { hasEnded } from '../../runs/types.ts';
import { publicRoute } from '../../shapes/endpoint.ts';
import { presentWaiting } from '../contract/present.ts';
import { speechContract } from '../contract.ts';
import type { ReportService, SpeechService } from '../types.ts';

export interface ReportRoutesDeps {
  speech: Pick<SpeechService, 'find' | 'place'>;
  reports: Pick<ReportService, 'render'>;
  clock: Clock;
}

export const reportRoutes =
  ({ speech, reports, clock }: ReportRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, speechContract.report, async (request, reply) => {
      const { caller, params, query } = request;
      const run = await speech.find({ clientId: caller.client.id, runId: params.id });
      if (!run) {
        throw new ApiError(
          'REQUEST_NOT_FOUND',
          'There is no analysis with this id. Ask with the id that the submission returned, and a key of the same account.',
        );
      }
      if (!hasEnded(run)) {
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
    });
  };
