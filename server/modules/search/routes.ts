import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { authorOf } from '../jobs/types.ts';
import { answerPoll } from '../runs/contract/poll.ts';
import { hasEnded } from '../runs/types.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { addCandidateRoutes } from './candidate-routes.ts';
import {
  presentFinished,
  presentPage,
  presentSubmission,
  presentWaiting,
  rankOfCursor,
} from './contract/found.ts';
import { parseSearch } from './contract/new-search.ts';
import { searchContract } from './contract.ts';
import { contentOf, type SearchRoutesDeps } from './route-parts.ts';
import type { SearchRun } from './run-type.ts';

export const searchRoutes =
  (deps: SearchRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    addCandidateRoutes(app, deps);
    addSubmit(app, deps);
    addPoll(app, deps);
    addResults(app, deps);
  };

function addSubmit(
  app: RoutesApp,
  { searches, webhooks, clock, newId }: Pick<SearchRoutesDeps, 'searches' | 'webhooks' | 'clock' | 'newId'>,
): void {
  publicRoute(
    app,
    searchContract.submit,
    async (request) => {
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
      return answer.body;
    },
    {
      // After the gates, before a body is asked for.
      onRequest: () => searches.assertReady(),
    },
  );
}

function addPoll(
  app: RoutesApp,
  { searches, retention, clock }: Pick<SearchRoutesDeps, 'searches' | 'retention' | 'clock'>,
): void {
  publicRoute(app, searchContract.poll, async (request, reply) => {
    const run = await findSearch(searches, request);
    return answerPoll(
      app,
      { request, reply, run },
      {
        reading: 'search.read',
        async ended() {
          const [announcement, page, expired] = await Promise.all([
            searches.announcement(run),
            searches.results(run, { limit: limits.search.resultsPage.default, after: 0 }),
            retention.expired(run.id),
          ]);
          return presentFinished(run, page, { announcement, expired, nowMs: clock.now() });
        },
        place: (waiting) => searches.place(waiting),
        unfinished: (place) => presentWaiting({ run, place, nowMs: clock.now() }),
        retryAfterSeconds: ({ poll_interval_seconds: wait }) => wait,
      },
    );
  });
}

function addResults(app: RoutesApp, { searches }: Pick<SearchRoutesDeps, 'searches'>): void {
  publicRoute(app, searchContract.results, async (request, reply) => {
    const run = await findSearch(searches, request);
    const { limit, cursor } = request.query;
    const after = cursor === undefined ? 0 : rankOfCursor(cursor);
    if (after === undefined) {
      throw fieldRefusal('cursor', 'Is not a cursor of these results; pass next_cursor as it came.');
    }
    if (!hasEnded(run)) {
      app.limitPolling(run);
      reply.header('retry-after', String(limits.poll.minIntervalMs / 1000));
      return presentPage(run, { rows: [], next: null });
    }
    await request.recordReading('search.read', `run:${run.id}`);
    return presentPage(run, await searches.results(run, { limit, after }));
  });
}

async function findSearch(
  searches: SearchRoutesDeps['searches'],
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<SearchRun> {
  const run = await searches.find({ clientId: request.caller.client.id, runId: request.params.id });
  // The same words for another client's id: the caller must not learn that it exists.
  if (!run)
    throw new ApiError(
      'REQUEST_NOT_FOUND',
      'There is no search with this id. Poll with the id that the submission returned, and a key of the same account.',
    );
  return run;
}
