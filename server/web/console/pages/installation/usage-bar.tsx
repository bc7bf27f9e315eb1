import { ColorSwatch, Group, Progress, Stack, Text } from '@mantine/core';
import { formatSize } from '../../components/format.ts';

export interface UsagePart {
  label: string;
  sizeBytes: number;
  /** Instead of the size, where that is not exact. */
  shown?: string;
  color: string;
}

/** Parts of a whole as a bar with its legend; what is left of the whole stays empty. */
export function UsageBar({ parts, totalBytes }: { parts: readonly UsagePart[]; totalBytes: number }) {
  return (
    <Stack gap="sm">
      <Progress.Root size={14} radius="sm" aria-hidden>
        {parts.map(({ label, sizeBytes, color }) => (
          <Progress.Section key={label} value={(100 * sizeBytes) / totalBytes} color={color} />
        ))}
      </Progress.Root>
      <Group gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none', rowGap: 6 }}>
        {parts.map(({ label, sizeBytes, shown, color }) => (
          <Group key={label} gap={6} wrap="nowrap" component="li">
            <ColorSwatch
              size={10}
              color={`var(--mantine-color-${color.replace('.', '-')})`}
              withShadow={false}
              aria-hidden
            />
            <Text size="sm">
              {label}{' '}
              <Text span size="sm" c="dimmed" data-figures>
                {shown ?? formatSize(sizeBytes)}
              </Text>
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
