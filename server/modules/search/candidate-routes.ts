import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { searchExamples } from './examples.ts';
import { parseBatch } from './fields.ts';
import { presentBatch, presentCandidate } from './present.ts';
import { bodyErrors, contentOf, permission, type SearchRoutesDeps, tags } from './route-parts.ts';
import { CandidatesQuery, CorpusQuery, candidateParams } from './schema.ts';

type Deps = Pick<SearchRoutesDeps, 'candidates'>;

/** The candidates of a corpus. */
export function addCandidateRoutes(app: RoutesApp, deps: SearchRoutesDeps): void {
  addUpsert(app, deps);
  addList(app, deps);
  addGet(app, deps);
  addDelete(app, deps);
}

function addUpsert(
  app: RoutesApp,
  { candidates, batchSlots, newId }: Pick<SearchRoutesDeps, 'candidates' | 'batchSlots' | 'newId'>,
): void {
  /** Of batches under way: what gives their place back. */
  const taken = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onResponse', async (request) => taken.get(request)?.());
  app.addHook('onRequestAbort', async (request) => taken.get(request)?.());

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
}

function addList(app: RoutesApp, { candidates }: Deps): void {
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
}

const candidateErrors: ErrorCode[] = ['CORPUS_NOT_FOUND', 'CANDIDATE_NOT_FOUND', 'INVALID_INPUT'];
const noCandidate = () =>
  new ApiError(
    'CANDIDATE_NOT_FOUND',
    'The corpus has no candidate with this external_id. Use the one that the candidate was sent with.',
  );

function addGet(app: RoutesApp, { candidates }: Deps): void {
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
}

function addDelete(app: RoutesApp, { candidates }: Deps): void {
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
}
