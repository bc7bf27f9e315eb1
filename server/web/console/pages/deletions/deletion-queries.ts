import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DeletionDetails, DeletionList } from '../../../../modules/console/contract/deletions.ts';
import { get } from '../../api/client.ts';

/** How often a deletion under way is looked at again. */
const REFRESH_MS = 1500;

export const deletionsKey = (clientId: string) => ['deletions', clientId];

export function useDeletions(clientId: string, externalId: string) {
  return useInfiniteQuery({
    queryKey: [...deletionsKey(clientId), 'list', externalId],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ offset: String(pageParam) });
      if (externalId !== '') query.set('externalId', externalId);
      return get<DeletionList>(`/clients/${clientId}/deletions?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some(({ status }) => status === 'open') ? REFRESH_MS : false,
  });
}

export function useDeletion(clientId: string, deletionId: string) {
  return useQuery({
    queryKey: [...deletionsKey(clientId), deletionId],
    queryFn: ({ signal }) => get<DeletionDetails>(`/clients/${clientId}/deletions/${deletionId}`, signal),
    refetchInterval: ({ state: { data } }) => (data?.deletion.status === 'open' ? REFRESH_MS : false),
  });
}
