import { useLocation, useParams } from 'react-router';
import type { OpenClient } from '../../../modules/console/sign-in/contract.ts';
import { usePerson } from '../api/session.ts';
import { lastClientId } from './last-client.ts';

/** What the navigation is about: one client, or the installation. */
export type Area = { kind: 'client'; client: OpenClient } | { kind: 'installation' } | { kind: 'none' };

/** Pages that belong to no client keep the navigation of the one that was open; owners have the installation's. */
export function useArea(): Area {
  const person = usePerson();
  const { clientId } = useParams();
  const { pathname } = useLocation();
  const isInstallation = pathname.startsWith('/installation') || pathname.startsWith('/clients');
  if (person.isOwner && !clientId && isInstallation) return { kind: 'installation' };
  const wanted = clientId ?? lastClientId();
  const client = person.clients.find(({ id }) => id === wanted) ?? (clientId ? undefined : person.clients[0]);
  if (client) return { kind: 'client', client };
  return { kind: person.isOwner ? 'installation' : 'none' };
}
