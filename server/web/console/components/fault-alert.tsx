import { Alert, Button, type MantineSpacing, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFault } from '../api/client.ts';
import { useIsOffline } from '../api/use-is-offline.ts';
import { common } from '../texts/common.ts';
import { faultSentence } from './fault.ts';

interface FaultAlertProps {
  /** Nothing is shown for null and undefined. */
  fault: unknown;
  title?: string;
  onRetry?: () => void;
  mb?: MantineSpacing;
}

/** What the server refused, in its own words. */
export function FaultAlert({ fault, title = common.somethingWrong, onRetry, mb }: FaultAlertProps) {
  const isOffline = useIsOffline();
  // That is said once, for the whole page.
  const isSaid = isOffline && fault instanceof ApiFault && fault.code === 'NETWORK';
  if (!fault || isSaid) return null;
  return (
    <Alert
      role="alert"
      color="red"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
      {...(mb !== undefined && { mb })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{faultSentence(fault)}</Text>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
