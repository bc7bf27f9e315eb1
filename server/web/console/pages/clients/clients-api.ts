import { useMutation, useQuery } from '@tanstack/react-query';
import type { ClientChanges, NewClient, OwnPrices } from '../../../../modules/console/clients/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';

/** The visitor's own days. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const useInstallationOverview = () =>
  useQuery({
    ...reading('GET /installation/overview', { query: { timeZone: timeZone() } }),
    refetchInterval: 15_000,
  });

export const useClient = (clientId: string) =>
  useQuery(reading('GET /clients/:clientId', { params: { clientId } }));

/** Changes of a client. */
export function useClientDeeds() {
  const send = useChange();
  return {
    create: useMutation({ mutationFn: (client: NewClient) => send('POST /clients', { body: client }) }),
    change: useMutation({
      mutationFn: ({ id, ...changes }: ClientChanges & { id: string }) =>
        send('PATCH /clients/:clientId', { params: { clientId: id }, body: changes }),
    }),
    setPrices: useMutation({
      mutationFn: ({ id, ...prices }: OwnPrices & { id: string }) =>
        send('PUT /clients/:clientId/prices', { params: { clientId: id }, body: prices }),
    }),
  };
}
