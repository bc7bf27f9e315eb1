import { Button, Stack } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { LinkMade, Member } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, usePerson } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesSection } from './invites-section.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MemberActions } from './member-actions.tsx';
import { useMembers } from './people-queries.ts';
import { PersonCell } from './person-cell.tsx';
import { TwoStepCell } from './two-step-cell.tsx';

const { members: texts, columns: names } = people;

/** Who has which role in a client; inviting, changing roles, removing. */
export function MembersPage() {
  const clientId = useClientId();
  const self = usePerson();
  const change = useChange();
  const members = useMembers(clientId);
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<LinkMade>();

  const columns: Column<Member>[] = [
    {
      key: 'person',
      title: names.person,
      isName: true,
      sortBy: ({ name }) => name,
      render: ({ name, email, userId, disabledAt }) => (
        <PersonCell name={name} email={email} isSelf={userId === self.id} isDisabled={disabledAt !== null} />
      ),
    },
    {
      key: 'role',
      title: names.role,
      sortBy: ({ role }) => role,
      render: ({ role }) => <span title={people.roleMeaning[role]}>{shell.roles[role]}</span>,
    },
    {
      key: 'twoStep',
      title: names.twoStep,
      render: ({ totpEnabled }) => <TwoStepCell isOn={totpEnabled} />,
    },
    {
      key: 'lastSeen',
      title: names.lastSeen,
      sortBy: ({ lastSeenAt }) => lastSeenAt,
      render: ({ lastSeenAt }) => <DateTime value={lastSeenAt} style="relative" />,
    },
    {
      key: 'actions',
      title: names.actions,
      hideTitle: true,
      isNarrow: true,
      align: 'end',
      render: (member) => <MemberActions member={member} clientId={clientId} />,
    },
  ];
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={inviteButton} />
      <Stack gap="lg">
        <Section flush>
          <DataTable
            label={texts.title}
            columns={columns}
            rows={members.data?.items}
            rowKey={({ userId }) => userId}
            fault={members.error}
            onRetry={() => members.refetch()}
            skeletonRows={3}
            empty={
              <EmptyState icon={IconUsers} title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            }
          />
        </Section>
        <InvitesSection
          invites={members.data?.invites ?? []}
          onRevoke={(inviteId) =>
            change('DELETE /clients/:clientId/invites/:inviteId', { params: { clientId, inviteId } })
          }
        />
      </Stack>
      <InviteDialog
        opened={isInviting}
        title={texts.invite}
        onInvite={(body) => change('POST /clients/:clientId/members', { params: { clientId }, body })}
        withRole
        onClose={() => setInviting(false)}
        onMade={(link) => {
          setInviting(false);
          setMade(link);
        }}
      />
      <LinkDialog made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
