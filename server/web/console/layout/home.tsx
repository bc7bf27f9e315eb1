import { Navigate } from 'react-router';
import { usePerson } from '../api/session.ts';
import { lastClientId } from './last-client.ts';
import { PlainPage } from './plain-page.tsx';

/** The start page: the client that was open last; owners without one begin with the list of clients. */
export function Home() {
  const person = usePerson();
  const last = person.clients.find(({ id }) => id === lastClientId());
  const client = last ?? (person.isOwner ? undefined : person.clients[0]);
  if (client) return <Navigate to={`/c/${client.id}/overview`} replace />;
  if (person.isOwner) return <Navigate to="/clients" replace />;
  return <PlainPage kind="no-membership" />;
}
