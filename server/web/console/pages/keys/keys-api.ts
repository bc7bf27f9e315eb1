import { useMutation, useQuery } from '@tanstack/react-query';
import type { KeyChanges, NewKey } from '../../../../modules/console/keys/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';

export const useKeys = (clientId: string) =>
  useQuery(reading('GET /clients/:clientId/keys', { params: { clientId } }));

/** What the server makes of an allow-list, entry by entry. */
export const useAllowListCheck = (clientId: string, allowedIps: string[]) =>
  useQuery({
    ...reading('POST /clients/:clientId/keys/check', { params: { clientId }, body: { allowedIps } }),
    enabled: allowedIps.length > 0,
    placeholderData: (last) => last,
    staleTime: 60_000,
  });

/** Every change of a client's keys. */
export function useKeyDeeds(clientId: string) {
  const send = useChange();
  const params = (keyId: string) => ({ clientId, keyId });
  return {
    create: useMutation({
      mutationFn: (key: NewKey) => send('POST /clients/:clientId/keys', { params: { clientId }, body: key }),
    }),
    change: useMutation({
      mutationFn: ({ id, ...changes }: KeyChanges & { id: string }) =>
        send('PATCH /clients/:clientId/keys/:keyId', { params: params(id), body: changes }),
    }),
    revoke: useMutation({
      mutationFn: (id: string) => send('POST /clients/:clientId/keys/:keyId/revoke', { params: params(id) }),
    }),
    extend: useMutation({
      mutationFn: ({ id, ...body }: { id: string; days: number | null }) =>
        send('POST /clients/:clientId/keys/:keyId/extend', { params: params(id), body }),
    }),
    rotate: useMutation({
      mutationFn: ({ id, ...body }: { id: string; overlapHours: number }) =>
        send('POST /clients/:clientId/keys/:keyId/rotate', { params: params(id), body }),
    }),
  };
}
