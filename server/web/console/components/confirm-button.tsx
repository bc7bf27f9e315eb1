import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'opened' | 'onClose'> {
  /** On the button itself. */
  label: ReactNode;
  buttonProps?: ButtonProps;
}

/** A button whose deed is asked for once more. For menu items, use `ConfirmDialog` itself. */
export function ConfirmButton({ label, buttonProps, ...dialog }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" {...buttonProps} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} opened={opened} onClose={close} />
    </>
  );
}
