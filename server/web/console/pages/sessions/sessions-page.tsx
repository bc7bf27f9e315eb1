import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterOff, IconMessages, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SessionState } from '../../../../modules/console/sessions/contract.ts';
import { useAddressFilter } from '../../api/address-filter.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { sessionColumns } from './session-columns.tsx';
import { SessionFilters } from './session-filters.tsx';

const { empty } = sessionTexts;
const LOOK_EVERY_MS = 10_000;

/** Who was invited, the newest first. */
export function SessionsPage() {
  const clientId = useClientId();
  const mayInvite = useMay('POST /clients/:clientId/personas/:personaId/sessions');
  const [isInviting, { open, close }] = useDisclosure();
  const address = useAddressFilter();
  const filter = {
    // The server judges it.
    status: address.valueOf('status') as SessionState | undefined,
    project: address.valueOf('project'),
    persona: address.valueOf('persona'),
    search: address.valueOf('search'),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/sessions', {
      params: { clientId },
      query: { ...filter, limit: 50 },
    }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const invite = mayInvite && (
    <Button onClick={open} leftSection={<IconUserPlus size={16} aria-hidden />}>
      {sessionTexts.invite}
    </Button>
  );
  return (
    <ListPage
      title={sessionTexts.title}
      description={sessionTexts.description}
      actions={invite}
      above={<SessionFilters filter={filter} onChange={address.set} />}
      list={pagesOf(query)}
      columns={sessionColumns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/sessions/${id}`}
      isFiltered={isFiltered}
      nothingFound={{
        icon: IconFilterOff,
        title: empty.filtered,
        text: empty.filteredBody,
        onClear: address.clear,
      }}
      empty={{
        icon: IconMessages,
        title: empty.title,
        text: empty.body,
        action: (
          <Button variant="default" component={Link} to={`/c/${clientId}/personas`}>
            {empty.toPersonas}
          </Button>
        ),
      }}
    >
      {isInviting && <InviteDialog personaId={filter.persona} onClose={close} />}
    </ListPage>
  );
}
