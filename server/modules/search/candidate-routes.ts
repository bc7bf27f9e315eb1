import type { FastifyRequest } from 'fastify';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { presentBatch, presentCandidate } from './contract/candidates.ts';
import { searchContract } from './contract.ts';
import { parseBatch } from './ingest/batch.ts';
import { contentOf, type SearchRoutesDeps } from './route-parts.ts';

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

  publicRoute(
    app,
    searchContract.upsert,
    async (request) => {
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
    {
      // Before a body is read, because each may be large.
      onRequest: async (request) => void taken.set(request, batchSlots.take(request.caller.client.id)),
    },
  );
}

function addList(app: RoutesApp, { candidates }: Deps): void {
  publicRoute(app, searchContract.list, async ({ caller, query }) => {
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
  });
}

const noCandidate = () =>
  new ApiError(
    'CANDIDATE_NOT_FOUND',
    'The corpus has no candidate with this external_id. Use the one that the candidate was sent with.',
  );

function addGet(app: RoutesApp, { candidates }: Deps): void {
  publicRoute(app, searchContract.get, async ({ caller, params, query: { corpus_id: corpusId } }) => {
    const about = { clientId: caller.client.id, corpusId, externalId: params.external_id };
    const candidate = await candidates.find(about);
    if (!candidate) throw noCandidate();
    return presentCandidate(candidate, corpusId);
  });
}

function addDelete(app: RoutesApp, { candidates }: Deps): void {
  publicRoute(app, searchContract.delete, async ({ caller, params, query: { corpus_id: corpusId } }) => {
    const about = { clientId: caller.client.id, corpusId, externalId: params.external_id };
    const candidate = await candidates.find(about);
    if (!candidate || !(await candidates.delete(about))) throw noCandidate();
    return presentCandidate(candidate, corpusId);
  });
}
