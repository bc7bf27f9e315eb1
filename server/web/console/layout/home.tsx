import { Navigate } from 'react-router';
import { usePerson } from '../api/session.ts';
import { homeAddress, lastHome } from './homes.ts';
import { lastClientId } from './last-client.ts';
import { PlainPage } from './plain-page.tsx';

/** The start page of the person's work, in the client that was open last. */
export function Home() {
  const { clients, isOwner } = usePerson();
  const client = clients.find(({ id }) => id === lastClientId()) ?? clients[0];
  const role = isOwner ? 'owner' : client?.role;
  const address = role && homeAddress(role, { last: lastHome(), clientId: client?.id });
  return address ? <Navigate to={address} replace /> : <PlainPage kind="no-membership" />;
}
