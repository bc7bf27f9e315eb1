import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** Level of the heading. @default 3 */
  order?: 1 | 2 | 3;
  /** The button that does it. */
  action?: ReactNode;
}

/** Where there is nothing yet: what belongs here and how it gets here. */
export function EmptyState({ icon: Sign, title, order = 3, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="gray" mb={4}>
        <Sign size={24} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Title order={order} size="h3">
        {title}
      </Title>
      {children && (
        <Text size="sm" c="dimmed" maw="28rem" component="div">
          {children}
        </Text>
      )}
      {action && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  );
}
