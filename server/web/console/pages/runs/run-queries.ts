import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RunDetail, RunsAnswer } from '../../../../modules/console/contract/runs.ts';
import { get } from '../../api/client.ts';

/** How often lists with runs under way are looked at again. */
const REFRESH_MS = 5000;

export const runKey = (clientId: string, runId: string) => ['run', clientId, runId] as const;

export function useRun(clientId: string, runId: string | null) {
  return useQuery({
    queryKey: runKey(clientId, runId ?? ''),
    queryFn: ({ signal }) => get<RunDetail>(`/clients/${clientId}/runs/${runId}`, signal),
    enabled: runId !== null,
    staleTime: 30_000,
  });
}

/** @param filter query of the list, without cursor */
export function useRuns(clientId: string, filter: URLSearchParams) {
  const query = filter.toString();
  return useInfiniteQuery({
    queryKey: ['runs', clientId, query],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams(query);
      if (pageParam) asked.set('cursor', pageParam);
      return get<RunsAnswer>(`/clients/${clientId}/runs?${asked}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 &&
      data.pages[0]!.items.some(({ status }) => status === 'queued' || status === 'processing')
        ? REFRESH_MS
        : false,
  });
}
