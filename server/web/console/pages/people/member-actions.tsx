import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Member } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { people } from '../../texts/people.ts';
import { RoleDialog } from './role-dialog.tsx';

interface MemberActionsProps {
  member: Member;
  clientId: string;
}

export function MemberActions({ member, clientId }: MemberActionsProps) {
  const [open, setOpen] = useState<'role' | 'remove'>();
  const change = useChange();
  const close = () => setOpen(undefined);
  const { members: texts } = people;
  const remove = async () => {
    await change('DELETE /clients/:clientId/members/:userId', {
      params: { clientId, userId: member.userId },
    });
    notifications.show({ message: texts.removed(member.name) });
  };
  return (
    <>
      <RowMenu label={people.actionsFor(member.name)}>
        <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={() => setOpen('role')}>
          {texts.changeRole}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconUserMinus size={16} aria-hidden />}
          onClick={() => setOpen('remove')}
        >
          {texts.remove}
        </Menu.Item>
      </RowMenu>
      {open === 'role' && <RoleDialog member={member} clientId={clientId} onClose={close} />}
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={close}
        title={texts.removeTitle(member.name)}
        confirmLabel={texts.remove}
        onConfirm={remove}
      >
        {texts.removeText}
      </ConfirmDialog>
    </>
  );
}
