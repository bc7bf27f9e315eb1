import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type ConsoleRoute, mayUse, type Role } from '../../../modules/console/access.ts';
import type { SessionAnswer, SessionPerson } from '../../../modules/console/contract/session.ts';
import { get } from './client.ts';
import { sessionKey } from './queries.ts';

/** Who is signed in, and what a visitor can sign in with. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => get<SessionAnswer>('/session', signal),
    staleTime: 60_000,
  });
}

/** The person signed in. Only below the shell, which shows its pages to nobody else. */
export function usePerson(): SessionPerson {
  const { data } = useSession();
  if (!data?.person) throw new Error('There is no page for people who are not signed in below the shell.');
  return data.person;
}

/** The client of the page's address. Only on pages below /c/:clientId. */
export function useClientId(): string {
  const { clientId } = useParams();
  if (!clientId) throw new Error('This page belongs to no client.');
  return clientId;
}

/** The person's role in the client of the page's address, or in `clientId`; owners are owners everywhere. */
export function useRole(clientId?: string): Role | undefined {
  const params = useParams();
  const person = usePerson();
  if (person.isOwner) return 'owner';
  return person.clients.find(({ id }) => id === (clientId ?? params.clientId))?.role;
}

/**
 * Whether the person may use a route of the console API, by the server's own table. For showing or hiding;
 * the server checks again.
 */
export function useMay(): (route: ConsoleRoute) => boolean;
export function useMay(route: ConsoleRoute): boolean;
export function useMay(route?: ConsoleRoute) {
  const role = useRole();
  const may = (wanted: ConsoleRoute) => role !== undefined && mayUse(wanted, role);
  return route ? may(route) : may;
}
