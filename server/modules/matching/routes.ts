import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { authorOf } from '../jobs/types.ts';
import { answerPoll } from '../runs/contract/poll.ts';
import type { ExpiredParts, RunsService } from '../runs/types.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { matchForm } from './contract/form.ts';
import { presentFinished, presentSubmission, presentWaiting } from './contract/match.ts';
import { matchContract, matchFilter, presentRow } from './contract.ts';
import { matchRuns } from './run-type.ts';
import type { MatchService } from './types.ts';

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
  publicRoute(
    app,
    matchContract.submit,
    async (request) => {
      const { client, key } = request.caller;
      return app.receiveSubmission(request, {
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
    },
    // After the gates, before a body is asked for.
    { onRequest: () => matches.assertReady() },
  );
}

function addList(app: RoutesApp, { runs }: Pick<MatchRoutesDeps, 'runs'>): void {
  publicRoute(app, matchContract.list, async ({ caller, query }) => {
    const { runs: rows, hasMore } = await runs.list(matchFilter(caller.client.id, query));
    return {
      data: rows.map((run) => presentRow(matchRuns.of(run))),
      next_cursor: hasMore ? encodeCursor(rows.at(-1)!) : null,
    };
  });
}

function addPoll(
  app: RoutesApp,
  { matches, retention, clock }: Pick<MatchRoutesDeps, 'matches' | 'retention' | 'clock'>,
): void {
  publicRoute(app, matchContract.poll, async (request, reply) => {
    const { caller, params } = request;
    const run = await matches.find({ clientId: caller.client.id, runId: params.id });
    // The same words for another client's id: the caller must not learn that it exists.
    if (!run)
      throw new ApiError(
        'REQUEST_NOT_FOUND',
        'There is no request with this id. Poll with the id that the submission returned, and a key of the same account.',
      );
    return answerPoll(
      app,
      { request, reply, run },
      {
        reading: 'match.read',
        ended: async () =>
          presentFinished(run, {
            announcement: await matches.announcement(run),
            expired: await retention.expired(run.id),
            nowMs: clock.now(),
          }),
        place: (waiting) => matches.place(waiting),
        unfinished: (place) => presentWaiting({ run, place, nowMs: clock.now() }),
        retryAfterSeconds: ({ poll_interval_seconds: wait }) => wait,
      },
    );
  });
}
