import { Button } from '@mantine/core';
import { IconMailForward, IconUsersPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InvitationRow } from '../../../../modules/console/invitations/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { invitationTexts as words } from '../../texts/invitations.ts';
import { invitationColumns } from './invitation-columns.tsx';
import { InviteSheet } from './invite-sheet.tsx';
import { MailLinkDialog } from './mail-link-dialog.tsx';

const LOOK_EVERY_MS = 10_000;

/** Who was invited from a list. `?invite=PERSONA` opens the sheet. */
export function InvitationsPage() {
  const clientId = useClientId();
  const mayInvite = useMay('POST /clients/:clientId/personas/:personaId/invitations');
  const mayMail = useMay('POST /clients/:clientId/sessions/:runId/mail-link');
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('invite');
  const [mailing, setMailing] = useState<InvitationRow>();
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/invitations', { params: { clientId }, query: {} }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const canMail = query.data?.pages[0]?.canMail ?? false;
  const open = () => setSearch({ invite: '' }, { replace: true });
  const close = () => setSearch({}, { replace: true });
  const invite = mayInvite && (
    <Button onClick={open} leftSection={<IconUsersPlus size={16} aria-hidden />}>
      {words.invite}
    </Button>
  );
  return (
    <ListPage
      title={words.title}
      description={words.description}
      actions={invite}
      list={pagesOf(query)}
      columns={invitationColumns({ clientId, onMailLink: mayMail && canMail ? setMailing : undefined })}
      rowKey={({ sessionId }) => sessionId}
      rowLink={({ sessionId }) => `/c/${clientId}/sessions/${sessionId}`}
      empty={{ icon: IconMailForward, title: words.empty.title, text: words.empty.body }}
    >
      {mayInvite && wanted !== null && query.data && (
        <InviteSheet personaId={wanted || null} canMail={canMail} onClose={close} />
      )}
      {mailing && <MailLinkDialog invitation={mailing} onClose={() => setMailing(undefined)} />}
    </ListPage>
  );
}
