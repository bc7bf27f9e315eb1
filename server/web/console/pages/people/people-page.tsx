import { Button } from '@mantine/core';
import { IconCrown, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { LinkMade, Person } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { usePerson } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListPage, listOf } from '../../components/list-page.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesSection } from './invites-section.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { lastSeenColumn, personColumn, twoStepColumn } from './people-columns.tsx';
import { usePeople } from './people-queries.ts';
import { PersonActions } from './person-actions.tsx';

const { installation: texts, columns: names } = people;

/** Every account of the installation, for owners. */
export function PeoplePage() {
  const self = usePerson();
  const change = useChange();
  const answer = usePeople();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<{ link: LinkMade; title: string }>();

  const columns: Column<Person>[] = [
    personColumn(self.id),
    { key: 'roles', title: names.roles, render: (person) => <Roles person={person} /> },
    twoStepColumn,
    lastSeenColumn,
    {
      key: 'actions',
      title: names.actions,
      hideTitle: true,
      isNarrow: true,
      align: 'end',
      render: (person) => (
        <PersonActions
          person={person}
          onLink={(link) => setMade({ link, title: people.invites.resetTitle })}
        />
      ),
    },
  ];
  return (
    <ListPage
      title={texts.title}
      description={texts.description}
      actions={
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
          {texts.invite}
        </Button>
      }
      list={listOf(answer, ({ items }) => items)}
      columns={columns}
      rowKey={({ userId }) => userId}
      skeletonRows={4}
      empty={{ icon: IconUsers, title: people.members.empty }}
      below={
        <InvitesSection
          invites={answer.data?.invites ?? []}
          onRevoke={(inviteId) =>
            change('DELETE /installation/people/invites/:inviteId', { params: { inviteId } })
          }
        />
      }
    >
      <InviteDialog
        opened={isInviting}
        title={texts.invite}
        text={texts.inviteText}
        onInvite={({ email }) => change('POST /installation/people/invites', { body: { email } })}
        withRole={false}
        onClose={() => setInviting(false)}
        onMade={(link) => {
          setInviting(false);
          setMade({ link, title: people.invites.madeTitle });
        }}
      />
      <LinkDialog made={made?.link} {...(made && { title: made.title })} onClose={() => setMade(undefined)} />
    </ListPage>
  );
}

function Roles({ person }: { person: Person }) {
  if (person.isOwner) {
    return (
      <ToneBadge tone="info" icon={IconCrown}>
        {people.owner}
      </ToneBadge>
    );
  }
  if (person.memberships.length === 0) {
    return <span style={{ color: 'var(--mantine-color-dimmed)' }}>{people.noRole}</span>;
  }
  return (
    <div>
      {person.memberships.map(({ clientId, clientName, role }) => (
        <div key={clientId}>{texts.roleIn(shell.roles[role], clientName)}</div>
      ))}
    </div>
  );
}
