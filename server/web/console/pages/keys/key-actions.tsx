import { ActionIcon, Menu } from '@mantine/core';
import { IconCalendarPlus, IconDotsVertical, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyMade, KeyRow } from '../../../../modules/console/keys/contract.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { common } from '../../texts/common.ts';
import { keysTexts } from '../../texts/keys.ts';
import { EditKeyDialog, ExtendKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { useKeyDeeds } from './keys-api.ts';

interface KeyActionsProps {
  clientId: string;
  keyRow: KeyRow;
  onMade: (made: KeyMade) => void;
}

/** What can be done with a key that was not revoked. */
export function KeyActions({ clientId, keyRow, onMade }: KeyActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'extend' | 'rotate' | 'revoke'>();
  const { revoke } = useKeyDeeds(clientId);
  const close = () => setDialog(undefined);
  const props = { clientId, keyRow, onClose: close };
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={common.actionsFor(keyRow.name)}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
            {keysTexts.edit}
          </Menu.Item>
          {keyRow.expiresAt !== null && (
            <Menu.Item
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
              onClick={() => setDialog('extend')}
            >
              {keysTexts.extend}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setDialog('rotate')}>
            {keysTexts.rotate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('revoke')}
          >
            {keysTexts.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditKeyDialog {...props} />}
      {dialog === 'extend' && <ExtendKeyDialog {...props} />}
      {dialog === 'rotate' && <RotateKeyDialog {...props} onMade={onMade} />}
      <ConfirmDialog
        opened={dialog === 'revoke'}
        onClose={close}
        title={keysTexts.revokeTitle(keyRow.name)}
        confirmLabel={keysTexts.revokeDo}
        onConfirm={() => revoke.mutateAsync(keyRow.id)}
      >
        {keysTexts.revokeBody(keyRow.masked)}
      </ConfirmDialog>
    </>
  );
}
