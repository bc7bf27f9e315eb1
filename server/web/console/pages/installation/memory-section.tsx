import { Progress, Stack, Text } from '@mantine/core';
import type { SystemAnswer } from '../../../../modules/console/installation/contract.ts';
import { formatSize } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { systemTexts } from '../../texts/installation.ts';

/** Memory of the machine. */
export function MemorySection({ memory }: { memory: SystemAnswer['memory'] }) {
  const { totalBytes, freeBytes, limitBytes, apiBytes } = memory;
  return (
    <Section
      title={systemTexts.memory}
      description={systemTexts.memoryText(formatSize(freeBytes), formatSize(totalBytes))}
      h="100%"
    >
      <Stack gap="sm">
        <Progress value={(100 * (totalBytes - freeBytes)) / totalBytes} size={14} radius="sm" aria-hidden />
        <Text size="sm" c="dimmed">
          {limitBytes !== null && `${systemTexts.memoryLimit(formatSize(limitBytes))} `}
          {systemTexts.memoryApi(formatSize(apiBytes))}
        </Text>
      </Stack>
    </Section>
  );
}
