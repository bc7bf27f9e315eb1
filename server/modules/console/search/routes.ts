import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../../domain/paging/cursor.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { hasEnded } from '../../runs/types.ts';
import { parseSearch } from '../../search/contract/new-search.ts';
import { type SearchRun, searchRuns } from '../../search/run-type.ts';
import { createEventStreams } from '../event-stream.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import type { ConsoleDeps } from '../types.ts';
import type { FoundPerson } from './contract.ts';
import {
  csvOf,
  presentFound,
  presentPerson,
  presentPersonRow,
  presentSearchDetails,
  presentSearchEvent,
  presentSearchRow,
} from './present.ts';

type Deps = Pick<
  ConsoleDeps,
  'searches' | 'candidates' | 'corpora' | 'lists' | 'runs' | 'identity' | 'retention' | 'webhooks' | 'newId'
>;

/** CV search: corpora and who is in them, searches and whom they found. */
export const searchConsoleRoutes =
  ({
    searches,
    candidates,
    corpora,
    lists,
    runs,
    identity,
    retention,
    webhooks,
    newId,
  }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const streamEvents = createEventStreams(app);
    const required = async (of: { clientId: string; runId: string }): Promise<SearchRun> =>
      (await searches.find(of)) ?? unknown('search', of.runId);
    /** All that a search found, as they stand in their corpus now. */
    const foundBy = async (run: SearchRun, names: boolean): Promise<FoundPerson[]> => {
      const { rows } = await searches.results(run, { limit: limits.search.results.max, after: 0 });
      const people = await corpora.people(
        run.input.corpus,
        rows.map(({ externalId }) => externalId),
      );
      return rows.map((row) => presentFound(row, people.get(row.externalId), names));
    };

    route('GET /clients/:clientId/corpora', {
      handler: async ({ params: { clientId } }) => ({ items: await corpora.list(clientId) }),
    });

    route('GET /clients/:clientId/corpora/:corpusId', {
      handler: async ({ params }) => (await corpora.find(params)) ?? unknown('corpus', params.corpusId),
    });

    route('GET /clients/:clientId/corpora/:corpusId/candidates', {
      handler: async ({ params, query: { status, tag, externalId, names, cursor, limit } }) => {
        const found = await corpora.browse({
          ...params,
          limit,
          ...(status !== undefined && { status }),
          ...(tag !== undefined && { tag }),
          ...(externalId !== undefined && { externalId }),
          ...(cursor !== undefined && { before: decodeCursor(cursor).sequence }),
        });
        if (!found) return unknown('corpus', params.corpusId);
        const last = found.people.at(-1);
        return {
          items: found.people.map((person) => presentPersonRow(person, names)),
          next:
            found.hasMore && last ? encodeCursor({ createdAt: last.createdAt, sequence: last.number }) : null,
        };
      },
    });

    route('GET /clients/:clientId/corpora/:corpusId/candidates/:externalId', {
      handler: async ({ params, query: { names } }) => {
        const found = await corpora.read(params);
        return found ? presentPerson(found, names) : unknown('candidate', params.externalId);
      },
    });

    route('DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId', {
      handler: async (request) => {
        const { corpusId, externalId } = request.params;
        const isDeleted = await candidates.delete(request.params);
        if (!isDeleted) unknown('candidate', externalId);
        await request.audit({ target: `candidate:${corpusId}/${externalId}` });
      },
    });

    route('POST /clients/:clientId/corpora/:corpusId/lists', {
      handler: async (request) => {
        const { params, body } = request;
        const name = body.name.trim();
        if (name === '') throw fieldRefusal('name', 'Give the list a name.');
        const changed = await lists.change({ ...params, ...body, name });
        await request.audit({
          target: `corpus:${params.corpusId}`,
          details: { list: name, isMember: body.isMember, candidates: changed.changed },
        });
        return changed;
      },
    });

    route('GET /clients/:clientId/searches', {
      handler: async ({ params: { clientId }, query: { search, jobId, limit, offset } }) => {
        const { runs: rows, hasMore } = await runs.list({
          clientId,
          serviceType: searchRuns.name,
          order: 'newest',
          limit,
          offset,
          ...(jobId !== undefined && { jobId }),
          ...(search?.trim() && { name: search.trim() }),
        });
        return {
          items: rows.map((run) => presentSearchRow(searchRuns.of(run))),
          next: hasMore ? offset + rows.length : null,
        };
      },
    });

    route('POST /clients/:clientId/searches', {
      bodyLimit: limits.search.maxBodyBytes,
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { clientId } = params;
        await requireModule(identity, clientId, searchRuns.permission);
        await searches.assertReady();
        const { corpusId, jobId, description, config, filters, limit } = body;
        const fields = parseSearch(
          {
            corpus_id: corpusId,
            ...(jobId === null
              ? { position_metadata: { ...asObject(config), job_description: description } }
              : { job_id: jobId }),
            filters: {
              tags: filters.tags,
              require_minimal_qualifications: filters.requireMinimalQualifications,
            },
            limit,
          },
          { checkUrl: (url) => webhooks.checkUrl(url, clientId) },
        );
        const { user } = signedIn;
        const runId = newId();
        const { run } = await searches.submit({
          ...fields,
          clientId,
          projectId: null,
          apiKeyId: null,
          by: { kind: 'user', name: user.name || user.email },
          runId,
        });
        await request.audit({ target: `run:${runId}`, details: { corpusId, jobId } });
        return presentSearchRow(run);
      },
    });

    route('GET /clients/:clientId/searches/:runId', {
      handler: async ({ params, query: { names } }) => {
        const run = await required(params);
        return presentSearchDetails(run, {
          people: await foundBy(run, names),
          expired: await retention.expired(run.id),
        });
      },
    });

    route('GET /clients/:clientId/searches/:runId/export', {
      handler: async ({ params, query: { names } }, reply) => {
        const run = await required(params);
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="search-${run.id}.csv"`)
          .header('cache-control', 'private, no-store')
          .send(csvOf(await foundBy(run, names), names));
      },
    });

    route('GET /clients/:clientId/searches/:runId/events', {
      handler: async ({ params }, reply) => {
        await required(params);
        return streamEvents(reply, async () => {
          const run = await required(params);
          const place = run.status === 'queued' ? await searches.place(run) : null;
          return { event: presentSearchEvent(run, place), isLast: hasEnded(run) };
        });
      },
    });
  };

const asObject = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The same words for another client's id: the caller must not learn that it exists. */
function unknown(what: 'corpus' | 'candidate' | 'search', id: string): never {
  throw new ApiError('NOT_FOUND', `There is no ${what} "${id}".`);
}
