import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { booleanOf } from '../../domain/booleans.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { presentDeleted } from '../runs/contract/parts.ts';
import type { ExpiredParts } from '../runs/types.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { pollExamples, submissionExamples } from './examples.ts';
import { speechForm } from './fields.ts';
import { isTerminal, presentFinished, presentSubmission, presentWaiting } from './present.ts';
import { type ReportRoutesDeps, reportRoutes } from './report/routes.ts';
import { SubmitQuery, speechSchemas } from './schema.ts';
import type { SpeechService } from './types.ts';

const submitErrors: ErrorCode[] = [
  'MISSING_AUDIO_FILE',
  'UNSUPPORTED_FORMAT',
  'AUDIO_TOO_SHORT',
  'AUDIO_TOO_LONG',
  'AUDIO_DURATION_UNAVAILABLE',
  'FILE_TOO_LARGE',
  'INVALID_LANGUAGE_CODE',
  'LANGUAGE_NOT_AVAILABLE',
  'INVALID_EXTERNAL_ID',
  'INVALID_METADATA',
  'INVALID_TAGS',
  'INVALID_PARAMETERS',
  'MALFORMED_BODY',
  'INSUFFICIENT_CREDITS',
  'MULTILINGUAL_NOT_ENABLED',
  'REQUEST_TIMEOUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'SERVICE_WARMING_UP',
  'SERVER_BUSY',
];

export interface SpeechRoutesDeps extends Pick<ReportRoutesDeps, 'reports'> {
  speech: SpeechService;
  retention: ExpiredParts;
  clock: Clock;
}

export const speechRoutes =
  (deps: SpeechRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(reportRoutes(deps));
    for (const schema of speechSchemas) app.addSchema(schema);
    // No route of this module takes a body but the form.
    app.removeContentTypeParser(['application/json', 'text/plain']);
    addSubmit(app, deps);
    addPoll(app, deps);
  };

function addSubmit(app: RoutesApp, { speech, clock }: Pick<SpeechRoutesDeps, 'speech' | 'clock'>): void {
  app.route({
    method: 'POST',
    url: '/speech/analyze',
    config: {
      permission: 'speech',
      errors: submitErrors,
      form: Type.Ref('SubmitForm'),
      examples: submissionExamples,
    },
    schema: {
      operationId: 'submitSpeech',
      summary: 'Submit an interview recording',
      description:
        'Answers at once; poll with the returned id. Costs 1 credit per started minute, on success.',
      tags: ['Speech'],
      querystring: SubmitQuery,
      response: { 202: Type.Ref('SubmitResponse', { description: 'Accepted: processing, or queued.' }) },
    },
    // After the gates, before a body is asked for.
    onRequest: () => speech.assertReady(),
    preValidation: async ({ query }) => readBooleans(query as Record<string, unknown>),
    handler: async (request, reply) => {
      const { caller } = request;
      const { includeCutAudio, analysis } = request.query;
      const answer = await app.receiveSubmission(request, {
        holder: { clientId: caller.client.id },
        form: speechForm,
        refuse: (field, message) => new ApiError('INVALID_PARAMETERS', message, { details: { field } }),
        admit: (fields, head) => speech.assertAcceptable({ caller, ...fields() }, head),
        service: speech,
        submit: (fields, upload) =>
          speech.submit({ ...fields, ...upload, includeCutAudio, analysis, caller }),
        answer: (made) => presentSubmission({ ...made, nowMs: clock.now() }),
      });
      return reply.code(202).send(answer);
    },
  });
}

function addPoll(
  app: RoutesApp,
  { speech, retention, clock }: Pick<SpeechRoutesDeps, 'speech' | 'retention' | 'clock'>,
): void {
  app.route({
    method: 'GET',
    url: '/speech/analyze/:id',
    config: {
      permission: 'speech',
      errors: ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'],
      examples: pollExamples,
    },
    schema: {
      operationId: 'pollSpeech',
      summary: 'Poll an analysis',
      description: 'Unfinished runs: every 10 seconds at most; better, after `pollIntervalSeconds`.',
      tags: ['Speech'],
      params: Type.Object({ id: Type.String({ description: 'As the submission returned it.' }) }),
      response: { 200: Type.Ref('PollResponse', { description: 'The run as it stands.' }) },
    },
    handler: async (request, reply) => {
      const { caller, params } = request;
      const run = await speech.find({ clientId: caller.client.id, runId: params.id });
      // The same words for another client's id: nobody learns that it exists.
      if (!run)
        throw new ApiError(
          'REQUEST_NOT_FOUND',
          'There is no analysis with this id. Poll with the id that the submission returned, and a key of the same account.',
        );
      if (isTerminal(run)) {
        await request.recordReading('run.read', `run:${run.id}`);
        return {
          ...presentFinished({ run, cutAudio: await speech.readCutAudio(run), nowMs: clock.now() }),
          ...presentDeleted(await retention.expired(run.id)),
        };
      }
      app.limitPolling(run);
      const place = run.status === 'queued' ? await speech.place(run) : null;
      const answer = presentWaiting({ run, place, nowMs: clock.now() });
      reply.header('retry-after', String(answer.pollIntervalSeconds));
      return answer;
    },
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
