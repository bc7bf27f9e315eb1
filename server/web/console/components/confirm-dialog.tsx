import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { common } from '../texts/common.ts';
import { FaultAlert } from './fault-alert.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The deed as a verb: "Revoke key". */
  confirmLabel: string;
  /** @default true: the button is red */
  isDestructive?: boolean;
  /** Must be typed first; for what cannot be undone. */
  typeToConfirm?: string;
  /** @default true */
  mayConfirm?: boolean;
  /** The dialog closes when it is done, and shows what the server refused. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that others will notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, isDestructive = true, typeToConfirm } = props;
  const { mayConfirm = true } = props;
  const [typed, setTyped] = useState('');
  const leave = () => {
    setTyped('');
    deed.reset();
    onClose();
  };
  const deed = useMutation({ mutationFn: props.onConfirm, onSuccess: leave });
  const mayGoOn = mayConfirm && (typeToConfirm === undefined || typed.trim() === typeToConfirm);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayGoOn) deed.mutate();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={!deed.isPending}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {typeToConfirm !== undefined && (
            <TextInput
              label={common.typeToConfirm(typeToConfirm)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <FaultAlert fault={deed.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave} disabled={deed.isPending}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              {...(isDestructive && { color: 'red' })}
              loading={deed.isPending}
              disabled={!mayGoOn}
              {...(typeToConfirm === undefined && { 'data-autofocus': true })}
            >
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
