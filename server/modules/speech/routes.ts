import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { booleanOf } from '../../domain/booleans.ts';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { presentDeleted } from '../runs/contract/parts.ts';
import { answerPoll } from '../runs/contract/poll.ts';
import type { ExpiredParts } from '../runs/types.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { SubmitQuery, speechForm } from './contract/form.ts';
import { presentFinished, presentSubmission, presentWaiting } from './contract/present.ts';
import { speechContract } from './contract.ts';
import { type ReportRoutesDeps, reportRoutes } from './report/routes.ts';
import type { SpeechService } from './types.ts';

export interface SpeechRoutesDeps extends Pick<ReportRoutesDeps, 'reports'> {
  speech: SpeechService;
  retention: ExpiredParts;
  clock: Clock;
}

export const speechRoutes =
  (deps: SpeechRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(reportRoutes(deps));
    // No route of this module takes a body but the form.
    app.removeContentTypeParser(['application/json', 'text/plain']);
    addSubmit(app, deps);
    addPoll(app, deps);
  };

function addSubmit(app: RoutesApp, { speech, clock }: Pick<SpeechRoutesDeps, 'speech' | 'clock'>): void {
  publicRoute(
    app,
    speechContract.submit,
    async (request) => {
      const { caller } = request;
      const { includeCutAudio, analysis } = request.query;
      return app.receiveSubmission(request, {
        holder: { clientId: caller.client.id },
        form: speechForm,
        refuse: (field, message) => new ApiError('INVALID_PARAMETERS', message, { details: { field } }),
        admit: (fields, head) => speech.assertAcceptable({ caller, ...fields() }, head),
        service: speech,
        submit: (fields, upload) =>
          speech.submit({ ...fields, ...upload, includeCutAudio, analysis, caller }),
        answer: (made) => presentSubmission({ ...made, nowMs: clock.now() }),
      });
    },
    {
      // After the gates, before a body is asked for.
      onRequest: () => speech.assertReady(),
      preValidation: async ({ query }) => readBooleans(query as Record<string, unknown>),
    },
  );
}

function addPoll(
  app: RoutesApp,
  { speech, retention, clock }: Pick<SpeechRoutesDeps, 'speech' | 'retention' | 'clock'>,
): void {
  publicRoute(app, speechContract.poll, async (request, reply) => {
    const { caller, params } = request;
    const run = await speech.find({ clientId: caller.client.id, runId: params.id });
    // The same words for another client's id: the caller must not learn that it exists.
    if (!run)
      throw new ApiError(
        'REQUEST_NOT_FOUND',
        'There is no analysis with this id. Poll with the id that the submission returned, and a key of the same account.',
      );
    return answerPoll(
      app,
      { request, reply, run },
      {
        reading: 'run.read',
        ended: async () => ({
          ...presentFinished({ run, cutAudio: await speech.readCutAudio(run), nowMs: clock.now() }),
          ...presentDeleted(await retention.expired(run.id)),
        }),
        place: (waiting) => speech.place(waiting),
        unfinished: (place) => presentWaiting({ run, place, nowMs: clock.now() }),
        retryAfterSeconds: ({ pollIntervalSeconds }) => pollIntervalSeconds,
      },
    );
  });
}

/** What the schema would refuse: True, 1; empty is absent. */
function readBooleans(query: Record<string, unknown>): void {
  for (const name of Object.keys(SubmitQuery.properties)) {
    const given = query[name];
    if (given === '') delete query[name];
    else if (typeof given === 'string') query[name] = booleanOf(given) ?? given;
  }
}
