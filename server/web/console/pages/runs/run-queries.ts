import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryOf } from '../../api/client.ts';
import { reading, readingPages } from '../../api/reads.ts';

/** How often lists with runs under way are looked at again. */
const REFRESH_MS = 5000;

export function useRun(clientId: string, runId: string | null) {
  return useQuery({
    ...reading('GET /clients/:clientId/runs/:runId', { params: { clientId, runId: runId ?? '' } }),
    enabled: runId !== null,
    staleTime: 30_000,
    refetchInterval: ({ state: { data } }) => (data?.rescoring?.status === 'open' ? REFRESH_MS : false),
  });
}

export type RunsQuery = QueryOf<'GET /clients/:clientId/runs'>;

export function useRuns(clientId: string, query: RunsQuery) {
  return useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/runs', { params: { clientId }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 &&
      data.pages[0]!.items.some(({ status }) => status === 'queued' || status === 'processing')
        ? REFRESH_MS
        : false,
  });
}
