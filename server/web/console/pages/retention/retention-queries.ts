import { useQuery } from '@tanstack/react-query';
import type {
  ClientRetention,
  Enforcement,
  InstallationRetention,
  RetentionKind,
  RetentionPreview,
} from '../../../../modules/console/contract/retention.ts';
import { get, post } from '../../api/client.ts';

export const retentionKinds: readonly RetentionKind[] = ['audio', 'transcripts', 'cvs', 'results', 'runs'];

/** Rules of one client, or of the installation (no client), in the same shape. */
export interface Rules {
  kinds: {
    kind: RetentionKind;
    days: number | null;
    own: number | null | 'installation';
    installation: number | null;
  }[];
  enforcement: Enforcement;
}

export const rulesPath = (clientId: string | null) =>
  clientId === null ? '/installation/retention' : `/clients/${clientId}/retention`;

export const rulesKey = (clientId: string | null) => ['retention', clientId ?? 'installation'];

export function useRules(clientId: string | null) {
  return useQuery({
    queryKey: rulesKey(clientId),
    queryFn: async ({ signal }): Promise<Rules> =>
      clientId === null
        ? ofInstallation(await get<InstallationRetention>(rulesPath(null), signal))
        : get<ClientRetention>(rulesPath(clientId), signal),
    refetchInterval: 60_000,
  });
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

/** What a rule would delete; asked while somebody is still choosing. */
export function usePreview(clientId: string | null, kind: RetentionKind, days: number | null) {
  return useQuery({
    queryKey: [...rulesKey(clientId), 'preview', kind, days],
    queryFn: () => post<RetentionPreview>(`${rulesPath(clientId)}/preview`, { kind, days }),
    enabled: days !== null,
  });
}
