import { Menu, Stack, Text } from '@mantine/core';
import { IconMail, IconMessages } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { InvitationRow } from '../../../../modules/console/invitations/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { invitationTexts as words } from '../../texts/invitations.ts';

const tones = {
  sending: 'neutral',
  sent: 'info',
  'handed-out': 'info',
  refused: 'negative',
  unsure: 'warning',
  opened: 'info',
  declined: 'warning',
  active: 'info',
  done: 'positive',
  failed: 'negative',
  overdue: 'warning',
} as const satisfies Record<InvitationRow['standing'], Tone>;

/** What a person is called here. */
export const personOf = ({ name, email, reference }: InvitationRow): string =>
  name ?? email ?? reference ?? words.nobody;

interface Deeds {
  clientId: string;
  /** Undefined: this person may not, or there is no mail server. */
  onMailLink: ((invitation: InvitationRow) => void) | undefined;
}

export const invitationColumns = ({ clientId, onMailLink }: Deeds): readonly Column<InvitationRow>[] => [
  { key: 'who', title: words.columns.who, isName: true, render: personOf },
  {
    key: 'standing',
    title: words.columns.standing,
    render: ({ standing }) => <ToneBadge tone={tones[standing]}>{words.standings[standing]}</ToneBadge>,
  },
  { key: 'mail', title: words.columns.mail, render: (row) => <Mail row={row} /> },
  {
    key: 'persona',
    title: words.columns.persona,
    hideNarrow: true,
    render: ({ persona }) => persona.roleName,
  },
  {
    key: 'deadline',
    title: words.columns.deadline,
    render: ({ deadline }) => <DateTime value={deadline} />,
  },
  {
    key: 'actions',
    title: words.columns.actions,
    hideTitle: true,
    isNarrow: true,
    render: (row) => (
      <RowMenu label={words.actions.label(personOf(row))}>
        <Menu.Item
          component={Link}
          to={`/c/${clientId}/sessions/${row.sessionId}`}
          leftSection={<IconMessages size={16} aria-hidden />}
        >
          {words.actions.open}
        </Menu.Item>
        {onMailLink && row.canBeMailed && (
          <Menu.Item onClick={() => onMailLink(row)} leftSection={<IconMail size={16} aria-hidden />}>
            {words.actions.mailLink}
          </Menu.Item>
        )}
      </RowMenu>
    ),
  },
];

/** What became of the newest mail with a link, and of the reminder. */
function Mail({ row: { email, name, mail, reminder } }: { row: InvitationRow }) {
  if (!mail) return words.noMail;
  const { status, at, reason, mayBeTwice } = mail;
  return (
    <Stack gap={2}>
      {name !== null && email !== null && (
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      )}
      <Text span size="xs" c="dimmed">
        {words.mails[status]} <DateTime value={at} style="relative" />
      </Text>
      {reason && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      {mayBeTwice && (
        <Text span size="xs" c="dimmed">
          {words.twice}
        </Text>
      )}
      {(reminder?.status === 'sent' || reminder?.status === 'planned') && (
        <Text span size="xs" c="dimmed">
          {reminder.status === 'sent' ? words.reminded : words.reminderPlanned}{' '}
          <DateTime value={reminder.at} style="relative" />
        </Text>
      )}
    </Stack>
  );
}
