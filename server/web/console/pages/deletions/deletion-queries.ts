import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { reading, readingPages } from '../../api/reads.ts';

/** How often a deletion under way is looked at again. */
const REFRESH_MS = 1500;

export function useDeletions(clientId: string, externalId: string) {
  return useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/deletions', {
      params: { clientId },
      query: externalId === '' ? {} : { externalId },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some(({ status }) => status === 'open') ? REFRESH_MS : false,
  });
}

export function useDeletion(clientId: string, deletionId: string) {
  return useQuery({
    ...reading('GET /clients/:clientId/deletions/:deletionId', { params: { clientId, deletionId } }),
    refetchInterval: ({ state: { data } }) => (data?.deletion.status === 'open' ? REFRESH_MS : false),
  });
}
