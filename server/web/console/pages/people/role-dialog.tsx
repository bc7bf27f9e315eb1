import { Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ClientRole, clientRoles } from '../../../../modules/console/access.ts';
import type { Member } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { common } from '../../texts/common.ts';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';

interface RoleDialogProps {
  member: Member;
  clientId: string;
  onClose: () => void;
}

export function RoleDialog({ member, clientId, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<ClientRole>(member.role);
  const { members: texts, roleMeaning } = people;
  const send = useChange();
  const change = useMutation({
    mutationFn: () =>
      send('PATCH /clients/:clientId/members/:userId', {
        params: { clientId, userId: member.userId },
        body: { role },
      }),
    onSuccess: () => {
      notifications.show({ color: 'green', message: texts.roleChanged(member.name, shell.roles[role]) });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={texts.changeRoleTitle(member.name)}
      submitLabel={common.save}
      onSubmit={() => change.mutate()}
      isPending={change.isPending}
      fault={change.error}
    >
      <Radio.Group aria-label={texts.role} value={role} onChange={(value) => setRole(value as ClientRole)}>
        <Stack gap="xs">
          {clientRoles.map((one) => (
            <Radio key={one} value={one} label={shell.roles[one]} description={roleMeaning[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
