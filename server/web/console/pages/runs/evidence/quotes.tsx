import { Group, Stack, Text, Title } from '@mantine/core';
import type { Evidence } from '../../../../../domain/scoring/types.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { PlayChip } from './play-chip.tsx';

/** Places in the recording that show what a measure means. */
export function Quotes({ evidence, most }: { evidence: readonly Evidence[]; most?: number }) {
  if (evidence.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={6}>
        {evidenceTexts.examples}
      </Title>
      <Stack gap={8}>
        {evidence.slice(0, most).map(({ feature, text, note, startMs, endMs }) => (
          <Group key={`${feature} ${startMs}`} gap="sm" wrap="nowrap" align="flex-start">
            <PlayChip startMs={startMs} endMs={endMs} />
            <Text size="sm" component="div">
              “{text}”
              {note && (
                <Text size="xs" c="dimmed">
                  {note}
                </Text>
              )}
            </Text>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
