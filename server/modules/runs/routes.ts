import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { Caller } from '../identity/types.ts';
import { hasPermission } from '../identity/types.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { runFilter } from './contract/lists.ts';
import { presentRunSummary, runsContract } from './contract.ts';
import type { RunTypes } from './run-type.ts';
import { listedServiceTypes, type RunsService } from './types.ts';

export const runsRoutes =
  ({
    runs,
    types,
    clock,
  }: {
    runs: Pick<RunsService, 'list'>;
    types: RunTypes;
    clock: Clock;
  }): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, runsContract.list, async ({ caller, query }) => {
      const filter = runFilter(caller.client.id, query);
      // What a key may not submit, it may not look at either.
      const visible = serviceTypesOf(types, caller);
      const asked = filter.serviceType ?? listedServiceTypes;
      const serviceType = [asked].flat().filter((name) => visible.has(name));
      const { runs: rows, hasMore } = await runs.list({ ...filter, serviceType });
      const { limit, offset } = filter;
      return {
        runs: rows.map((run) => presentRunSummary(run, types.of(run.serviceType))),
        pagination: {
          limit,
          offset,
          count: rows.length,
          hasMore,
          nextCursor: hasMore ? encodeCursor(rows.at(-1)!) : null,
        },
        timestamp: isoTime(clock.now()),
      };
    });
  };

const serviceTypesOf = ({ submitted }: RunTypes, caller: Caller): ReadonlySet<string> =>
  new Set(submitted.filter(({ permission }) => hasPermission(caller, permission)).map(({ name }) => name));
