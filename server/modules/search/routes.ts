import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, type ErrorCode, fieldRefusal } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { authorOf } from '../jobs/present.ts';
import { presentDeleted } from '../runs/deleted.ts';
import type { ExpiredParts } from '../runs/types.ts';
import type { DescribedWebhooks } from '../webhooks/schema.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { searchExamples } from './examples.ts';
import { parseBatch, parseSearch } from './fields.ts';
import {
  isTerminal,
  presentBatch,
  presentCandidate,
  presentFinished,
  presentPage,
  presentSubmission,
  presentWaiting,
  rankOfCursor,
} from './present.ts';
import { type SearchRun, searchRuns } from './run-type.ts';
import { CandidatesQuery, CorpusQuery, candidateParams, ResultsQuery, searchSchemas } from './schema.ts';
import type { CandidatesService, SearchService } from './types.ts';

const { permission } = searchRuns;
const tags = ['CV search'];
const bodyErrors = [
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
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

export interface SearchRoutesDeps {
  searches: SearchService;
  candidates: CandidatesService;
  /** Batches that are under way at once. */
  batchSlots: { take(clientId: string): () => void };
  retention: ExpiredParts;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  clock: Clock;
  newId: () => string;
}

export const searchRoutes =
  ({
    searches,
    candidates,
    batchSlots,
    retention,
    webhooks,
    clock,
    newId,
  }: SearchRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of searchSchemas) app.addSchema(schema);
    /** Of batches under way: what gives their place back. */
    const taken = new WeakMap<FastifyRequest, () => void>();
    app.addHook('onResponse', async (request) => taken.get(request)?.());
    app.addHook('onRequestAbort', async (request) => taken.get(request)?.());

    const find = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<SearchRun> => {
      const run = await searches.find({ clientId: request.caller.client.id, runId: request.params.id });
      // The same words for another client's id: nobody learns that it exists.
      if (!run)
        throw new ApiError(
          'REQUEST_NOT_FOUND',
          'There is no search with this id. Poll with the id that the submission returned, and a key of the same account.',
        );
      return run;
    };

    app.route({
      method: 'POST',
      url: '/cvds/candidates',
      bodyLimit: limits.search.batch.maxBytes,
      config: {
        permission,
        errors: [...bodyErrors, 'BATCH_TOO_LARGE', 'SERVER_BUSY'],
        body: Type.Ref('CandidateBatch'),
        examples: searchExamples.upsert,
      },
      schema: {
        operationId: 'upsertCandidates',
        summary: 'Store candidates in a corpus',
        description: `At most ${limits.search.batch.maxCandidates} candidates and ${limits.search.batch.maxBytes / 1024 / 1024} MB at once. A corpus is made by its first candidate. Who is there already is changed; the same again changes nothing. A row with a fault is told and left out, the others are stored. Free of charge.`,
        tags,
        response: { 200: Type.Ref('CandidateBatchResult', { description: 'What became of each row.' }) },
      },
      // Before a body is read, because each may be large.
      onRequest: async (request) => void taken.set(request, batchSlots.take(request.caller.client.id)),
      handler: async (request) => {
        const { caller, body } = request;
        const batch = await parseBatch(body);
        const clientId = caller.client.id;
        const about = { holder: { clientId }, content: contentOf(request), resourceId: newId() };
        const answer = await app.idempotently(request, about, async ({ hold }) => {
          const results = await candidates.upsert({ clientId, ...batch }, hold);
          return { status: 200, body: presentBatch(batch.corpusId, results) };
        });
        return answer.body;
      },
    });

    app.route({
      method: 'GET',
      url: '/cvds/candidates',
      config: {
        permission,
        invalid: { embedding_status: 'INVALID_STATUS' },
        errors: ['INVALID_INPUT', 'INVALID_STATUS', 'CORPUS_NOT_FOUND'],
        examples: searchExamples.list,
      },
      schema: {
        operationId: 'listCandidates',
        summary: 'Candidates of a corpus and whether they are embedded, newest first',
        description: 'What their CVs say is not shown.',
        tags,
        querystring: CandidatesQuery,
        response: { 200: Type.Ref('CandidatesPage', { description: 'One page of candidates.' }) },
      },
      handler: async ({ caller, query }) => {
        const { corpus_id: corpusId, limit, cursor, embedding_status: status } = query;
        const { candidates: rows, hasMore } = await candidates.list({
          clientId: caller.client.id,
          corpusId,
          limit,
          ...(status !== undefined && { status }),
          ...(cursor !== undefined && { before: decodeCursor(cursor).sequence }),
        });
        const last = rows.at(-1);
        return {
          data: rows.map((row) => presentCandidate(row, corpusId)),
          next_cursor:
            hasMore && last ? encodeCursor({ createdAt: last.createdAt, sequence: last.number }) : null,
        };
      },
    });

    const candidateErrors: ErrorCode[] = ['CORPUS_NOT_FOUND', 'CANDIDATE_NOT_FOUND', 'INVALID_INPUT'];
    const noCandidate = () =>
      new ApiError(
        'CANDIDATE_NOT_FOUND',
        'The corpus has no candidate with this external_id. Use the one that the candidate was sent with.',
      );

    app.route({
      method: 'GET',
      url: '/cvds/candidates/:external_id',
      config: {
        permission,
        errors: candidateErrors,
        examples: searchExamples.get,
      },
      schema: {
        operationId: 'getCandidate',
        summary: 'One candidate: its tags, and whether it is embedded',
        description: 'What the CV says is not shown.',
        tags,
        params: candidateParams,
        querystring: CorpusQuery,
        response: { 200: Type.Ref('Candidate', { description: 'The candidate.' }) },
      },
      handler: async ({ caller, params, query: { corpus_id: corpusId } }) => {
        const about = { clientId: caller.client.id, corpusId, externalId: params.external_id };
        const candidate = await candidates.find(about);
        if (!candidate) throw noCandidate();
        return presentCandidate(candidate, corpusId);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/cvds/candidates/:external_id',
      config: {
        permission,
        errors: [...candidateErrors, 'MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
        examples: searchExamples.remove,
      },
      schema: {
        operationId: 'deleteCandidate',
        summary: 'Delete a candidate',
        description: 'With everything that is stored of it, and with its rows in the results of searches.',
        tags,
        params: candidateParams,
        querystring: CorpusQuery,
        response: { 200: Type.Ref('Candidate', { description: 'What it was.' }) },
      },
      handler: async ({ caller, params, query: { corpus_id: corpusId } }) => {
        const about = { clientId: caller.client.id, corpusId, externalId: params.external_id };
        const candidate = await candidates.find(about);
        if (!candidate || !(await candidates.delete(about))) throw noCandidate();
        return presentCandidate(candidate, corpusId);
      },
    });

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
        const run = await find(request);
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
        const run = await find(request);
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
  };

/** Only who sends a key needs it, and of a large body it takes its time. */
const contentOf = ({ headers, body }: FastifyRequest): string =>
  headers['idempotency-key'] === undefined
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(body) ?? '')
        .digest('hex');
