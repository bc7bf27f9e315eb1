import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCrown, IconCrownOff, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { LinkMade, Person, PersonChange } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { faultSentence } from '../../components/fault.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { people } from '../../texts/people.ts';
import { ResetDialog } from './reset-dialog.tsx';

interface PersonActionsProps {
  person: Person;
  onLink: (made: LinkMade) => void;
}

const texts = people.installation;

export function PersonActions({ person, onLink }: PersonActionsProps) {
  const [open, setOpen] = useState<'owner' | 'reset' | 'disable'>();
  const close = () => setOpen(undefined);
  const send = useChange();
  const change = async (wanted: PersonChange) => {
    await send('PATCH /installation/people/:userId', { params: { userId: person.userId }, body: wanted });
    notifications.show({ color: 'green', message: texts.changed(person.name) });
  };
  const enable = () =>
    change({ disabled: false }).catch((fault) =>
      notifications.show({ color: 'red', message: faultSentence(fault) }),
    );
  const isDisabled = person.disabledAt !== null;
  const OwnerSign = person.isOwner ? IconCrownOff : IconCrown;
  return (
    <>
      <RowMenu label={people.actionsFor(person.name)}>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpen('reset')}>
          {texts.reset}
        </Menu.Item>
        <Menu.Item leftSection={<OwnerSign size={16} aria-hidden />} onClick={() => setOpen('owner')}>
          {person.isOwner ? texts.revokeOwner : texts.makeOwner}
        </Menu.Item>
        {isDisabled ? (
          <Menu.Item leftSection={<IconUserCheck size={16} aria-hidden />} onClick={enable}>
            {texts.enable}
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={() => setOpen('disable')}
          >
            {texts.disable}
          </Menu.Item>
        )}
      </RowMenu>
      <ResetDialog opened={open === 'reset'} person={person} onClose={close} onLink={onLink} />
      <ConfirmDialog
        opened={open === 'owner'}
        onClose={close}
        title={(person.isOwner ? texts.revokeOwnerTitle : texts.makeOwnerTitle)(person.name)}
        confirmLabel={person.isOwner ? texts.revokeOwner : texts.makeOwner}
        isDestructive={person.isOwner}
        onConfirm={() => change({ isOwner: !person.isOwner })}
      >
        {person.isOwner ? texts.revokeOwnerText : texts.makeOwnerText}
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'disable'}
        onClose={close}
        title={texts.disableTitle(person.name)}
        confirmLabel={texts.disable}
        onConfirm={() => change({ disabled: true })}
      >
        {texts.disableText}
      </ConfirmDialog>
    </>
  );
}
