import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { LinkMade, Member } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, usePerson } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListPage, listOf } from '../../components/list-page.tsx';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesSection } from './invites-section.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MemberActions } from './member-actions.tsx';
import { lastSeenColumn, personColumn, twoStepColumn } from './people-columns.tsx';
import { useMembers } from './people-queries.ts';

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
    personColumn(self.id),
    {
      key: 'role',
      title: names.role,
      sortBy: ({ role }) => role,
      render: ({ role }) => <span title={people.roleMeaning[role]}>{shell.roles[role]}</span>,
    },
    twoStepColumn,
    lastSeenColumn,
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
    <ListPage
      title={texts.title}
      description={texts.description}
      actions={inviteButton}
      list={listOf(members, ({ items }) => items)}
      columns={columns}
      rowKey={({ userId }) => userId}
      skeletonRows={3}
      empty={{ icon: IconUsers, title: texts.empty, text: texts.emptyText }}
      below={
        <InvitesSection
          invites={members.data?.invites ?? []}
          onRevoke={(inviteId) =>
            change('DELETE /clients/:clientId/invites/:inviteId', { params: { clientId, inviteId } })
          }
        />
      }
    >
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
    </ListPage>
  );
}
