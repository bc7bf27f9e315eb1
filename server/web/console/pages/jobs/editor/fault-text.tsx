import { Text } from '@mantine/core';

/** What is wrong with something that is no single field; nothing without a fault. */
export function FaultText({ fault }: { fault: string | undefined }) {
  if (!fault) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {fault}
    </Text>
  );
}
