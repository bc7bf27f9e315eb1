import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useParams } from 'react-router';
import { isSampleId } from '../../../domain/candidates/sample.ts';
import { type ConsoleRoute, mayUse, type Role } from '../../../modules/console/access.ts';
import type { SessionPerson } from '../../../modules/console/sign-in/contract.ts';
import { reading } from './reads.ts';

/** Who is signed in, and what a visitor can sign in with. */
export function useSession() {
  return useQuery({
    ...reading('GET /session'),
    staleTime: 60_000,
  });
}

/**
 * Given by what lets people through to the pages. Not read from the answer above: when a session ends, pages would see
 * that before they are taken away.
 */
export const PersonContext = createContext<SessionPerson | undefined>(undefined);

/** The person signed in. Only below the shell, which shows its pages to signed-in people alone. */
export function usePerson(): SessionPerson {
  const person = useContext(PersonContext);
  if (!person) throw new Error('usePerson is for pages below the shell, where a person is signed in.');
  return person;
}

/** The client of the page's address. Only on pages below /c/:clientId. */
export function useClientId(): string {
  const { clientId } = useParams();
  if (!clientId) throw new Error('This page belongs to no client.');
  return clientId;
}

/** The person's role in a client, by default that of the page's address; owners are owners everywhere. */
export function useRole(clientId?: string): Role | undefined {
  const params = useParams();
  const person = usePerson();
  if (person.isOwner) return 'owner';
  return person.clients.find(({ id }) => id === (clientId ?? params.clientId))?.role;
}

/** Whether the page shows a sample candidate, or something of theirs. */
export function useIsSample(): boolean {
  const { candidateId, runId } = useParams();
  return isSampleId(candidateId) || isSampleId(runId);
}

/**
 * Whether the person may use a route of the console API, by the server's own table; for routes of a client, in that
 * of the page's address. For showing or hiding only: the server checks again.
 */
export function useMay(route: ConsoleRoute): boolean {
  return useRights()(route);
}

/** As `useMay`, for several routes or for another client than the page's. */
export function useRights(clientId?: string): (route: ConsoleRoute) => boolean {
  const role = useRole(clientId);
  const isOfSample = useIsSample() && clientId === undefined;
  // Without a role in a client people may still use what every account may. Samples are for looking at.
  return (route) =>
    isOfSample && !route.startsWith('GET ')
      ? false
      : role
        ? mayUse(route, role)
        : !route.includes(':clientId') && mayUse(route, 'viewer');
}
