import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountAnswer } from '../../../../modules/console/account/contract.ts';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { accountTexts } from '../../texts/account.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useDisableTotp, useRenewRecoveryCodes } from './totp-changes.ts';
import { TotpSetUpDialog } from './totp-set-up-dialog.tsx';

/** With fewer recovery codes than this, new ones are advised. */
const FEW_CODES = 3;
const { totp: texts, recovery } = accountTexts;

export function TotpSection({ account }: { account: AccountAnswer }) {
  const [open, setOpen] = useState<'set-up' | 'disable' | 'renew'>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpen(undefined);
  const disable = useDisableTotp(close);
  const renew = useRenewRecoveryCodes((fresh) => {
    close();
    setCodes(fresh);
  });
  const isOn = account.totpEnabled;
  return (
    <Section
      title={texts.title}
      description={texts.description}
      actions={
        <ToneBadge tone={isOn ? 'positive' : 'neutral'} icon={isOn ? IconShieldCheck : IconShieldOff}>
          {isOn ? texts.on : texts.off}
        </ToneBadge>
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          {isOn ? recovery.left(account.recoveryCodesLeft) : texts.recommended}
          {isOn && account.recoveryCodesLeft < FEW_CODES && ` – ${recovery.few}`}
        </Text>
        <Group gap="xs">
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setOpen('renew')}>
                {recovery.renew}
              </Button>
              <Button variant="default" onClick={() => setOpen('disable')}>
                {texts.disable}
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen('set-up')}>{texts.begin}</Button>
          )}
        </Group>
      </Stack>
      <TotpSetUpDialog
        opened={open === 'set-up'}
        hasPassword={account.hasPassword}
        onClose={close}
        onDone={(fresh) => {
          close();
          setCodes(fresh);
        }}
      />
      <CodeDialog
        opened={open === 'disable'}
        title={texts.disableTitle}
        text={texts.disableText}
        confirmLabel={texts.disable}
        isDestructive
        change={disable}
        onClose={close}
      />
      <CodeDialog
        opened={open === 'renew'}
        title={recovery.renewTitle}
        text={recovery.renewText}
        confirmLabel={recovery.renew}
        change={renew}
        onClose={close}
      />
      <RecoveryCodesDialog codes={codes} email={account.email} onClose={() => setCodes(undefined)} />
    </Section>
  );
}
