import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface StatCardProps {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  /** A small line below: what it is measured over, what it was before. */
  note?: ReactNode;
  icon?: Icon;
}

/** One figure that matters, with its name. */
export function StatCard({ label, value, note, icon: Sign }: StatCardProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs" c="dimmed" fw={550}>
            {label}
          </Text>
          {Sign && <Sign size={17} stroke={1.7} color="var(--mantine-color-dimmed)" aria-hidden />}
        </Group>
        {value === undefined ? (
          <Skeleton height={28} width="60%" my={2} />
        ) : (
          <Text fz={26} fw={640} lh={1.25} data-figures component="div" style={{ letterSpacing: '-0.02em' }}>
            {value}
          </Text>
        )}
        {note && (
          <Text size="xs" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
