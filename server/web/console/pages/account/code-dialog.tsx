import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TotpProof } from '../../../../modules/console/account/contract.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accountTexts } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';

interface CodeDialogProps {
  opened: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  isDestructive?: boolean;
  change: UseMutationResult<unknown, Error, TotpProof>;
  onClose: () => void;
}

/** Asks for a code of the second factor before it is changed. */
export function CodeDialog(props: CodeDialogProps) {
  const { opened, title, text, confirmLabel, isDestructive = false, change, onClose } = props;
  const [code, setCode] = useState('');
  const leave = () => {
    setCode('');
    change.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ code: code.trim() }, { onSuccess: () => setCode('') });
  };
  return (
    <Modal opened={opened} onClose={leave} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{text}</Text>
          <FaultAlert fault={change.error} />
          <CodeInput
            label={accountTexts.totp.codeOrRecovery}
            isRecovery
            value={code}
            onChange={setCode}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} {...(isDestructive && { color: 'red' })}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
