import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, type ErrorCode, fieldRefusal } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { authorOf } from '../jobs/types.ts';
import { presentDeleted } from '../runs/contract/life.ts';
import type { ExpiredParts, RunsService } from '../runs/types.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import type { DescribedWebhooks } from '../webhooks/contract.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { matchExamples } from './examples.ts';
import { formerMatchFields, matchForm } from './fields.ts';
import { matchFilter } from './list-filter.ts';
import { isTerminal, presentFinished, presentRow, presentSubmission, presentWaiting } from './present.ts';
import { matchRuns } from './run-type.ts';
import { MatchesQuery, matchesQueryCodes, matchSchemas } from './schema.ts';
import type { MatchService } from './types.ts';

const { permission } = matchRuns;
const tags = ['CV matching'];

const submitErrors: ErrorCode[] = [
  'INVALID_INPUT',
  'INVALID_METADATA',
  'INVALID_TAGS',
  'JOB_NOT_FOUND',
  'POSITION_ID_CONFLICT',
  'UNSUPPORTED_FORMAT',
  'FILE_TOO_LARGE',
  'MALFORMED_BODY',
  'INSUFFICIENT_CREDITS',
  'REQUEST_TIMEOUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'SERVICE_WARMING_UP',
  'SERVER_BUSY',
];

/** What this module announces, as the interface description has it. */
const match = { sentTo: 'the webhook_url of the submission', tag: 'CV matching' };

export const matchWebhooks: DescribedWebhooks = {
  'cvdeepmatch.finished': {
    operationId: 'onMatchFinished',
    summary: 'A match is finished',
    ...match,
    schema: 'MatchFinishedEvent',
    example: matchExamples.events['cvdeepmatch.finished'],
  },
  'cvdeepmatch.failed': {
    operationId: 'onMatchFailed',
    summary: 'A match failed',
    ...match,
    schema: 'MatchFailedEvent',
    example: matchExamples.events['cvdeepmatch.failed'],
  },
};

export interface MatchRoutesDeps {
  matches: MatchService;
  retention: ExpiredParts;
  runs: Pick<RunsService, 'list'>;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  clock: Clock;
}

export const matchRoutes =
  (deps: MatchRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of matchSchemas) app.addSchema(schema);
    // No route of this module takes a body but the form.
    app.removeContentTypeParser(['application/json', 'text/plain']);
    addSubmit(app, deps);
    addList(app, deps);
    addPoll(app, deps);
  };

function addSubmit(
  app: RoutesApp,
  { matches, webhooks, clock }: Pick<MatchRoutesDeps, 'matches' | 'webhooks' | 'clock'>,
): void {
  app.route({
    method: 'POST',
    url: '/cvdeepmatch/submit',
    config: {
      permission,
      errors: submitErrors,
      formerQuery: formerMatchFields,
      form: Type.Ref('MatchForm'),
      examples: matchExamples.submit,
    },
    schema: {
      operationId: 'submitMatch',
      summary: 'Match a CV with a job',
      description: `Answers at once; poll with the returned id, or give a webhook_url. Costs ${limits.prices.cvMatch} credits once scored, unless your provider has set another price.`,
      tags,
      response: { 202: Type.Ref('MatchAccepted', { description: 'Accepted: processing, or queued.' }) },
    },
    // After the gates, before a body is asked for.
    onRequest: () => matches.assertReady(),
    handler: async (request, reply) => {
      const { client, key } = request.caller;
      const answer = await app.receiveSubmission(request, {
        holder: { clientId: client.id },
        form: matchForm({ checkUrl: (url) => webhooks.checkUrl(url, client.id) }),
        refuse: fieldRefusal,
        admit: () => matches.assertAffordable(client.id),
        service: matches,
        submit: (fields, upload) =>
          matches.submit({
            ...fields,
            ...upload,
            clientId: client.id,
            projectId: key.projectId,
            apiKeyId: key.id,
            by: authorOf(request.caller),
          }),
        answer: (made) => presentSubmission({ ...made, nowMs: clock.now() }),
      });
      return reply.code(202).send(answer);
    },
  });
}

function addList(app: RoutesApp, { runs }: Pick<MatchRoutesDeps, 'runs'>): void {
  app.route({
    method: 'GET',
    url: '/cvdeepmatch/requests',
    config: {
      permission,
      invalid: matchesQueryCodes,
      examples: matchExamples.list,
      errors: ['INVALID_INPUT', 'INVALID_STATUS', 'INVALID_DATE', 'INVALID_TAGS'],
    },
    schema: {
      operationId: 'listMatches',
      summary: 'List your requests, newest first',
      description: 'All filters that are sent have to fit.',
      tags,
      querystring: MatchesQuery,
      response: { 200: Type.Ref('MatchesPage', { description: 'One page of requests.' }) },
    },
    handler: async ({ caller, query }) => {
      const { runs: rows, hasMore } = await runs.list(matchFilter(caller.client.id, query));
      return {
        data: rows.map((run) => presentRow(matchRuns.of(run))),
        next_cursor: hasMore ? encodeCursor(rows.at(-1)!) : null,
      };
    },
  });
}

function addPoll(
  app: RoutesApp,
  { matches, retention, clock }: Pick<MatchRoutesDeps, 'matches' | 'retention' | 'clock'>,
): void {
  app.route({
    method: 'GET',
    url: '/cvdeepmatch/:id',
    config: {
      permission,
      errors: ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'],
      examples: matchExamples.poll,
    },
    schema: {
      operationId: 'pollMatch',
      summary: 'Poll a match',
      description: `Unfinished requests: every ${limits.poll.minIntervalMs / 1000} seconds at most.`,
      tags,
      params: Type.Object({ id: Type.String({ description: 'As the submission returned it.' }) }),
      response: { 200: Type.Ref('Match', { description: 'The request as it stands.' }) },
    },
    handler: async (request, reply) => {
      const { caller, params } = request;
      const run = await matches.find({ clientId: caller.client.id, runId: params.id });
      // The same words for another client's id: nobody learns that it exists.
      if (!run)
        throw new ApiError(
          'REQUEST_NOT_FOUND',
          'There is no request with this id. Poll with the id that the submission returned, and a key of the same account.',
        );
      if (isTerminal(run)) {
        await request.recordReading('match.read', `run:${run.id}`);
        const announcement = await matches.announcement(run);
        return {
          ...presentFinished({ run, announcement, nowMs: clock.now() }),
          ...presentDeleted(await retention.expired(run.id)),
        };
      }
      app.limitPolling(run);
      const place = run.status === 'queued' ? await matches.place(run) : null;
      const answer = presentWaiting({ run, place, nowMs: clock.now() });
      reply.header('retry-after', String(answer.poll_interval_seconds));
      return answer;
    },
  });
}
