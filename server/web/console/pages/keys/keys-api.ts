import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AllowListAnswer,
  KeyChanges,
  KeyMade,
  KeyRow,
  KeysAnswer,
  NewKey,
} from '../../../../modules/console/contract/keys.ts';
import { get, patch, post } from '../../api/client.ts';

const keysKey = (clientId: string) => ['clients', clientId, 'keys'] as const;

export const useKeys = (clientId: string) =>
  useQuery({
    queryKey: keysKey(clientId),
    queryFn: ({ signal }) => get<KeysAnswer>(`/clients/${clientId}/keys`, signal),
  });

/** What the server makes of an allow-list, entry by entry. */
export const useAllowListCheck = (clientId: string, allowedIps: readonly string[]) =>
  useQuery({
    queryKey: [...keysKey(clientId), 'check', allowedIps],
    queryFn: () => post<AllowListAnswer>(`/clients/${clientId}/keys/check`, { allowedIps }),
    enabled: allowedIps.length > 0,
    placeholderData: (last) => last,
    staleTime: 60_000,
  });

/** Every change of a client's keys; the list is read anew after each. */
export function useKeyDeeds(clientId: string) {
  const queries = useQueryClient();
  const at = `/clients/${clientId}/keys`;
  const onSuccess = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keysKey(clientId) }),
      queries.invalidateQueries({ queryKey: ['clients', clientId, 'projects'] }),
      queries.invalidateQueries({ queryKey: ['clients', clientId, 'overview'] }),
    ]);
  return {
    create: useMutation({ mutationFn: (key: NewKey) => post<KeyMade>(at, key), onSuccess }),
    change: useMutation({
      mutationFn: ({ id, ...changes }: KeyChanges & { id: string }) => patch<KeyRow>(`${at}/${id}`, changes),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => post<KeyRow>(`${at}/${id}/revoke`),
      onSuccess,
    }),
    extend: useMutation({
      mutationFn: ({ id, days }: { id: string; days: number | null }) =>
        post<KeyRow>(`${at}/${id}/extend`, { days }),
      onSuccess,
    }),
    rotate: useMutation({
      mutationFn: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
        post<KeyMade>(`${at}/${id}/rotate`, { overlapHours }),
      onSuccess,
    }),
  };
}
