import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { isAboutFields } from './fault.ts';
import { FaultAlert } from './fault-alert.tsx';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The deed as a verb: "Create project". */
  submitLabel: string;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  /** What the server refused; not shown again where it stands beside one of `fields`. */
  fault?: unknown;
  fields?: readonly string[];
  size?: ModalProps['size'];
  children: ReactNode;
}

/** A short form over the page. Fields and their checks are the caller's (`@mantine/form`). */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, submitLabel, onSubmit, isPending, fault, fields = [], size } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={!isPending}
      {...(size !== undefined && { size })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <Stack>
          {props.children}
          {!isAboutFields(fault, fields) && <FaultAlert fault={fault} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
