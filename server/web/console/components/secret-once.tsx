import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import classes from './secret-once.module.css';

interface SecretOnceProps {
  /** What it is: "API key". */
  label: string;
  value: string;
  /** Instead of the usual "shown this once". */
  hint?: ReactNode;
  /** Below the secret: an example of its use. */
  children?: ReactNode;
  /** Shows a button that leaves. */
  onDone?: () => void;
  /** On that button. @default "I have stored it in a safe place" */
  doneLabel?: string;
}

/** A secret that is shown once: large, selectable, with a button that copies it. */
export function SecretOnce({
  label,
  value,
  hint = common.secretOnce,
  children,
  onDone,
  doneLabel = common.secretStored,
}: SecretOnceProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconEyeOff aria-hidden />}>
        <Text size="sm">{hint}</Text>
      </Alert>
      <Text size="sm" fw={550}>
        {label}
      </Text>
      <code className={classes.value} data-testid="secret">
        {value}
      </code>
      <Group gap="xs">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              variant={copied ? 'light' : 'filled'}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? common.copied : common.copy}
            </Button>
          )}
        </CopyButton>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            {doneLabel}
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  );
}
