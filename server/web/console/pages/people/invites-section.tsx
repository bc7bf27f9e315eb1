import type { PendingInvite } from '../../../../modules/console/people/contract.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';

interface InvitesSectionProps {
  invites: readonly PendingInvite[];
  onRevoke: (inviteId: string) => Promise<unknown>;
}

/** Links that are not used yet; nothing where there are none. */
export function InvitesSection({ invites, onRevoke }: InvitesSectionProps) {
  if (invites.length === 0) return null;
  const { invites: texts, columns: names } = people;
  const whom = (invite: PendingInvite) => invite.email ?? texts.firstOwner;
  const columns: Column<PendingInvite>[] = [
    { key: 'email', title: names.email, render: whom, isName: true },
    { key: 'role', title: names.role, render: ({ role }) => shell.roles[role] },
    { key: 'createdBy', title: names.createdBy, render: ({ createdBy }) => createdBy },
    {
      key: 'expires',
      title: names.expires,
      render: ({ expiresAt }) => <DateTime value={expiresAt} style="relative" />,
    },
    {
      key: 'actions',
      title: names.actions,
      hideTitle: true,
      isNarrow: true,
      align: 'end',
      render: (invite) => (
        <ConfirmButton
          label={texts.revoke}
          title={texts.revokeTitle}
          confirmLabel={texts.revoke}
          buttonProps={{ size: 'xs' }}
          onConfirm={() => onRevoke(invite.id)}
        >
          {texts.revokeText(whom(invite))}
        </ConfirmButton>
      ),
    },
  ];
  return (
    <Section title={texts.title} description={texts.description} flush>
      <DataTable label={texts.title} columns={columns} rows={invites} rowKey={({ id }) => id} empty={null} />
    </Section>
  );
}
