import { useEffect } from 'react';
import { Outlet, useMatches, useParams } from 'react-router';
import type { ConsoleRoute } from '../../../modules/console/access.ts';
import { usePerson, useRights, useRole } from '../api/session.ts';
import { shell } from '../texts/shell.ts';
import { rememberClient } from './last-client.ts';
import { PlainPage } from './plain-page.tsx';
import { SampleBanner } from './sample-banner.tsx';

/** What a page needs, by the table of console routes; see `page()` in pages/page.ts. */
export interface PageHandle {
  needs: ConsoleRoute | null;
}

/** Shows a page to whom it is for; to the others it says why not. */
export function PageGate() {
  const { clientId } = useParams();
  const person = usePerson();
  const role = useRole();
  const may = useRights();
  const needs = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.needs)
    .findLast((route) => route !== undefined);
  const isKnown = clientId === undefined || person.clients.some(({ id }) => id === clientId);

  useEffect(() => {
    if (clientId && isKnown) rememberClient(clientId);
  }, [clientId, isKnown]);

  if (!isKnown) return <PlainPage kind="no-client" />;
  if (needs && !may(needs)) {
    return (
      <PlainPage kind="no-role" {...(clientId && role && { text: shell.noRole.text(shell.roles[role]) })} />
    );
  }
  return (
    <>
      <SampleBanner />
      <Outlet />
    </>
  );
}
