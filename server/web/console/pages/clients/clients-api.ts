import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ClientAnswer,
  ClientChanges,
  NewClient,
  OwnPrices,
} from '../../../../modules/console/contract/clients.ts';
import type { InstallationOverviewAnswer } from '../../../../modules/console/contract/overview.ts';
import { get, patch, post, put } from '../../api/client.ts';
import { sessionKey } from '../../api/queries.ts';

/** The visitor's own days. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const useInstallationOverview = () =>
  useQuery({
    queryKey: ['clients', 'overview'],
    queryFn: ({ signal }) =>
      get<InstallationOverviewAnswer>(
        `/installation/overview?timeZone=${encodeURIComponent(timeZone())}`,
        signal,
      ),
    refetchInterval: 15_000,
  });

export const useClient = (clientId: string) =>
  useQuery({
    queryKey: ['clients', clientId],
    queryFn: ({ signal }) => get<ClientAnswer>(`/clients/${clientId}`, signal),
  });

/** Changes of a client; the switcher and the lists are told of them. */
export function useClientDeeds() {
  const queries = useQueryClient();
  const onSuccess = (client: ClientAnswer) => {
    queries.setQueryData(['clients', client.id], client);
    return Promise.all([
      queries.invalidateQueries({ queryKey: ['clients', 'overview'] }),
      queries.invalidateQueries({ queryKey: sessionKey }),
    ]);
  };
  return {
    create: useMutation({
      mutationFn: (client: NewClient) => post<ClientAnswer>('/clients', client),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...changes }: ClientChanges & { id: string }) =>
        patch<ClientAnswer>(`/clients/${id}`, changes),
      onSuccess,
    }),
    setPrices: useMutation({
      mutationFn: ({ id, ...prices }: OwnPrices & { id: string }) =>
        put<ClientAnswer>(`/clients/${id}/prices`, prices),
      onSuccess,
    }),
  };
}
