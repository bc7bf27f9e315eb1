import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { ApiError, type ErrorCode, fieldRefusal } from '../../errors.ts';
import { authorOf } from '../jobs/types.ts';
import { presentDeleted } from '../runs/contract/life.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import type { DescribedWebhooks } from '../webhooks/contract.ts';
import { addCandidateRoutes } from './candidate-routes.ts';
import { searchExamples } from './examples.ts';
import { parseSearch } from './fields.ts';
import {
  isTerminal,
  presentFinished,
  presentPage,
  presentSubmission,
  presentWaiting,
  rankOfCursor,
} from './present.ts';
import { bodyErrors, contentOf, permission, type SearchRoutesDeps, tags } from './route-parts.ts';
import type { SearchRun } from './run-type.ts';
import { ResultsQuery, searchSchemas } from './schema.ts';

const runParams = Type.Object({ id: Type.String({ description: 'As the submission returned it.' }) });
const pollErrors: ErrorCode[] = ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'];

/** What this module announces, as the interface description has it. */
const search = { sentTo: 'the webhook_url of the search', tag: 'CV search' };

export const searchWebhooks: DescribedWebhooks = {
  'cvds.finished': {
    operationId: 'onSearchFinished',
    summary: 'A search is finished',
    ...search,
    schema: 'SearchFinishedEvent',
    example: searchExamples.events['cvds.finished'],
  },
  'cvds.failed': {
    operationId: 'onSearchFailed',
    summary: 'A search failed',
    ...search,
    schema: 'SearchFailedEvent',
    example: searchExamples.events['cvds.failed'],
  },
};

export const searchRoutes =
  (deps: SearchRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of searchSchemas) app.addSchema(schema);
    addCandidateRoutes(app, deps);
    addSubmit(app, deps);
    addPoll(app, deps);
    addResults(app, deps);
  };

function addSubmit(
  app: RoutesApp,
  { searches, webhooks, clock, newId }: Pick<SearchRoutesDeps, 'searches' | 'webhooks' | 'clock' | 'newId'>,
): void {
  app.route({
    method: 'POST',
    url: '/cvds/search',
    bodyLimit: limits.search.maxBodyBytes,
    config: {
      permission,
      errors: [
        ...bodyErrors,
        'INVALID_METADATA',
        'INVALID_TAGS',
        'CORPUS_NOT_FOUND',
        'JOB_NOT_FOUND',
        'POSITION_ID_CONFLICT',
        'INSUFFICIENT_CREDITS',
        'SERVICE_WARMING_UP',
      ],
      body: Type.Ref('NewSearch'),
      examples: searchExamples.submit,
    },
    schema: {
      operationId: 'submitSearch',
      summary: 'Search a corpus for a position',
      description: `Answers at once; poll with the returned id, or give a webhook_url. Costs ${limits.prices.cvSearch} credit once finished, unless your provider has set another price.`,
      tags,
      response: { 202: Type.Ref('SearchAccepted', { description: 'Accepted: processing, or queued.' }) },
    },
    // After the gates, before a body is asked for.
    onRequest: () => searches.assertReady(),
    handler: async (request, reply) => {
      const { caller, body } = request;
      const { client, key } = caller;
      const fields = parseSearch(body, { checkUrl: (url) => webhooks.checkUrl(url, client.id) });
      const clientId = client.id;
      const runId = newId();
      const about = { holder: { clientId }, content: contentOf(request), resourceId: runId };
      const answer = await app.idempotently(
        request,
        about,
        async ({ unfinishedResourceId: unfinishedId, hold: holdKey }) => {
          const before = unfinishedId && (await searches.find({ clientId, runId: unfinishedId }));
          const made = before
            ? { run: before, place: await searches.place(before) }
            : await searches.submit({
                ...fields,
                clientId,
                runId,
                holdKey,
                projectId: key.projectId,
                apiKeyId: key.id,
                by: authorOf(caller),
              });
          return { status: 202, body: presentSubmission({ ...made, nowMs: clock.now() }) };
        },
      );
      return reply.code(202).send(answer.body);
    },
  });
}

function addPoll(
  app: RoutesApp,
  { searches, retention, clock }: Pick<SearchRoutesDeps, 'searches' | 'retention' | 'clock'>,
): void {
  app.route({
    method: 'GET',
    url: '/cvds/runs/:id',
    config: { permission, errors: pollErrors, examples: searchExamples.poll },
    schema: {
      operationId: 'pollSearch',
      summary: 'Poll a search',
      description: `Unfinished searches: every ${limits.poll.minIntervalMs / 1000} seconds at most.`,
      tags,
      params: runParams,
      response: { 200: Type.Ref('Search', { description: 'The search as it stands.' }) },
    },
    handler: async (request, reply) => {
      const run = await findSearch(searches, request);
      if (isTerminal(run)) {
        await request.recordReading('search.read', `run:${run.id}`);
        const [announcement, page, expired] = await Promise.all([
          searches.announcement(run),
          searches.results(run, { limit: limits.search.resultsPage.default, after: 0 }),
          retention.expired(run.id),
        ]);
        return {
          ...presentFinished({ run, page, announcement, nowMs: clock.now() }),
          ...presentDeleted(expired),
        };
      }
      app.limitPolling(run);
      const place = run.status === 'queued' ? await searches.place(run) : null;
      const answer = presentWaiting({ run, place, nowMs: clock.now() });
      reply.header('retry-after', String(answer.poll_interval_seconds));
      return answer;
    },
  });
}

function addResults(app: RoutesApp, { searches }: Pick<SearchRoutesDeps, 'searches'>): void {
  app.route({
    method: 'GET',
    url: '/cvds/runs/:id/results',
    config: {
      permission,
      errors: [...pollErrors, 'INVALID_INPUT'],
      examples: searchExamples.results,
    },
    schema: {
      operationId: 'listSearchResults',
      summary: 'Results of a search, best first',
      description: 'Empty, with `results_pending`, until the search has ended.',
      tags,
      params: runParams,
      querystring: ResultsQuery,
      response: { 200: Type.Ref('SearchResultsPage', { description: 'One page of results.' }) },
    },
    handler: async (request, reply) => {
      const run = await findSearch(searches, request);
      const { limit, cursor } = request.query;
      const after = cursor === undefined ? 0 : rankOfCursor(cursor);
      if (after === undefined) {
        throw fieldRefusal('cursor', 'Is not a cursor of these results; pass next_cursor as it came.');
      }
      if (!isTerminal(run)) {
        app.limitPolling(run);
        reply.header('retry-after', String(limits.poll.minIntervalMs / 1000));
        return presentPage(run, { rows: [], next: null });
      }
      await request.recordReading('search.read', `run:${run.id}`);
      return presentPage(run, await searches.results(run, { limit, after }));
    },
  });
}

async function findSearch(
  searches: SearchRoutesDeps['searches'],
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<SearchRun> {
  const run = await searches.find({ clientId: request.caller.client.id, runId: request.params.id });
  // The same words for another client's id: nobody learns that it exists.
  if (!run)
    throw new ApiError(
      'REQUEST_NOT_FOUND',
      'There is no search with this id. Poll with the id that the submission returned, and a key of the same account.',
    );
  return run;
}
