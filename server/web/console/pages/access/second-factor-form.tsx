import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CodeInput } from '../../components/code-input.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { AccessFrame } from './access-frame.tsx';

interface SecondFactorFormProps {
  isPending: boolean;
  fault: unknown;
  onSubmit: (factor: { code: string } | { recoveryCode: string }) => void;
  onBack: () => void;
}

/** Asks for the authenticator's digits, or for a recovery code. */
export function SecondFactorForm({ isPending, fault, onSubmit, onBack }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [typed, setTyped] = useState('');
  const { secondFactor, signIn } = accessTexts;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(isRecovery ? { recoveryCode: typed.trim() } : { code: typed.replaceAll(/\s/g, '') });
  };
  return (
    <AccessFrame
      title={secondFactor.title}
      description={isRecovery ? secondFactor.recoveryDescription : secondFactor.description}
    >
      <FaultAlert fault={fault} title={signIn.refused} mb="md" />
      <form onSubmit={submit}>
        <Stack gap="md">
          <CodeInput
            key={String(isRecovery)}
            label={isRecovery ? secondFactor.recoveryCode : secondFactor.code}
            isRecovery={isRecovery}
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {secondFactor.submit}
          </Button>
          <Group justify="space-between">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                setTyped('');
                setRecovery(!isRecovery);
              }}
            >
              {isRecovery ? secondFactor.useCode : secondFactor.useRecovery}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              {secondFactor.back}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AccessFrame>
  );
}
