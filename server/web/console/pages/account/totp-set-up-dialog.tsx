import { Button, Center, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CodeInput } from '../../components/code-input.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accountTexts } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { QrCode } from './qr-code.tsx';
import { useBeginTotp, useConfirmTotp } from './totp-changes.ts';

interface TotpSetUpDialogProps {
  opened: boolean;
  hasPassword: boolean;
  onClose: () => void;
  /** With the recovery codes, which are shown this once. */
  onDone: (codes: string[]) => void;
}

const texts = accountTexts.totp;

/** Password, then QR code and the first six digits: a wrong clock or key shows before the person is locked out. */
export function TotpSetUpDialog({ opened, hasPassword, onClose, onDone }: TotpSetUpDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useBeginTotp();
  const clear = () => {
    setPassword('');
    setCode('');
    begin.reset();
    confirm.reset();
  };
  const confirm = useConfirmTotp((codes) => {
    clear();
    onDone(codes);
  });
  const leave = () => {
    clear();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (begin.data) confirm.mutate({ code: code.replaceAll(/\s/g, '') });
    else begin.mutate(hasPassword ? { password } : {});
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={texts.title}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={!begin.data}
    >
      <form onSubmit={submit}>
        {begin.data ? (
          <Stack>
            <Text size="sm">{texts.scan}</Text>
            <Center>
              <QrCode text={begin.data.uri} label={texts.qrLabel} />
            </Center>
            <div>
              <Text size="xs" c="dimmed" mb={2}>
                {texts.byHand}
              </Text>
              <CopyValue value={begin.data.secret} />
            </div>
            <FaultAlert fault={confirm.error} />
            <CodeInput label={texts.code} value={code} onChange={setCode} />
            <Button type="submit" loading={confirm.isPending}>
              {texts.confirm}
            </Button>
          </Stack>
        ) : (
          <Stack>
            <Text size="sm">{texts.description}</Text>
            <FaultAlert fault={begin.error} />
            {hasPassword && (
              <PasswordInput
                label={texts.password}
                description={texts.passwordHint}
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                data-autofocus
              />
            )}
            <Button type="submit" loading={begin.isPending}>
              {texts.next}
            </Button>
          </Stack>
        )}
      </form>
    </Modal>
  );
}
