import { useQuery } from '@tanstack/react-query';
import type {
  ClientRetention,
  InstallationRetention,
  RetentionChanges,
  RetentionKind,
} from '../../../../modules/console/retention/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { retentionKindTexts } from '../../texts/retention.ts';

export const retentionKinds = Object.keys(retentionKindTexts) as RetentionKind[];

/** Rules of one client, or of the installation (no client), in the same shape. */
export type Rules = ClientRetention;

export function useRules(clientId: string | null) {
  const installation = useQuery({
    ...reading('GET /installation/retention'),
    select: ofInstallation,
    enabled: clientId === null,
    refetchInterval: 60_000,
  });
  const client = useQuery({
    ...reading('GET /clients/:clientId/retention', { params: { clientId: clientId ?? '' } }),
    enabled: clientId !== null,
    refetchInterval: 60_000,
  });
  return clientId === null ? installation : client;
}

/** Changes rules of one client, or of the installation. */
export function useRuleChange(clientId: string | null) {
  const change = useChange();
  return (body: RetentionChanges): Promise<unknown> =>
    clientId === null
      ? change('PUT /installation/retention', { body })
      : change('PUT /clients/:clientId/retention', { params: { clientId }, body });
}

export const ofInstallation = ({ days, enforcement }: InstallationRetention): Rules => ({
  kinds: retentionKinds.map((kind) => ({
    kind,
    days: days[kind],
    own: days[kind],
    installation: days[kind],
  })),
  enforcement,
});

/** What a rule would delete; asked while the owner is still choosing. */
export function usePreview(clientId: string | null, kind: RetentionKind, days: number | null) {
  const body = { kind, days: days ?? 0 };
  return useQuery({
    ...(clientId === null
      ? reading('POST /installation/retention/preview', { body })
      : reading('POST /clients/:clientId/retention/preview', { params: { clientId }, body })),
    enabled: days !== null,
  });
}
