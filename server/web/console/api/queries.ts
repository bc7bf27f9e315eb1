import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { SessionAnswer } from '../../../modules/console/sign-in/contract.ts';
import { ApiFault } from './client.ts';
import { connection } from './connection.ts';
import { keyOf } from './reads.ts';

export const sessionKey = keyOf('GET /session');

/** All answers of the server that the pages hold. When the session has ended, the sign-in page is shown. */
export function createQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof ApiFault) || error.code !== 'NOT_SIGNED_IN') return;
    queries.setQueryData<SessionAnswer>(sessionKey, (session) => session && { ...session, person: null });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may be this machine, or one of a network without internet: what the browser thinks of that does not matter.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        // What the server refused it will refuse again.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiFault && error.status < 500),
      },
    },
  });
  connection.whenBack(() => queries.invalidateQueries());
  return queries;
}

/**
 * Another person signs in at this browser, or this one signs out: all answers of the server are forgotten. What is on the page
 * just now goes with the page, and is forgotten when the next person signs in.
 */
export function changePerson(queries: QueryClient, session: SessionAnswer): void {
  queries.setQueryData<SessionAnswer>(sessionKey, session);
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0],
  });
}
