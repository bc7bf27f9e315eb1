import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Clock, isoTime } from '../../time.ts';
import { presentRunSummary } from './present.ts';
import { RunSummary, RunsPage, RunsQuery, runFilter, runsQueryCodes } from './schema.ts';
import type { RunsService } from './types.ts';

export const runsRoutes =
  ({ runs, clock }: { runs: Pick<RunsService, 'list'>; clock: Clock }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(RunSummary);
    app.addSchema(RunsPage);
    app.route({
      method: 'GET',
      url: '/speech/runs',
      config: {
        permission: 'speech',
        invalid: runsQueryCodes,
        errors: [
          'INVALID_STATUS',
          'INVALID_SERVICE_TYPE',
          'INVALID_DATE',
          'INVALID_TAGS',
          'INVALID_EXTERNAL_ID',
          'INVALID_PARAMETERS',
        ],
      },
      schema: {
        operationId: 'listRuns',
        summary: 'List your runs, newest first',
        tags: ['Speech'],
        querystring: RunsQuery,
        response: { 200: Type.Ref('RunsPage', { description: 'One page of runs.' }) },
      },
      handler: async ({ caller, query }) => {
        const filter = runFilter(caller.client.id, query);
        const { runs: rows, hasMore } = await runs.list(filter);
        const { limit, offset } = filter;
        return {
          runs: rows.map(presentRunSummary),
          pagination: { limit, offset, count: rows.length, hasMore },
          timestamp: isoTime(clock.now()),
        };
      },
    });
  };
