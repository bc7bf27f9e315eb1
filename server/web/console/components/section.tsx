import { Box, Group, Paper, type PaperProps, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export interface SectionProps extends PaperProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** For tables: the content reaches the card's edge. */
  flush?: boolean;
  children: ReactNode;
}

/** A card of a page with its own heading (h2). */
export function Section({ title, description, actions, flush = false, children, ...paper }: SectionProps) {
  const id = useId();
  return (
    <Paper withBorder component="section" {...(title && { 'aria-labelledby': id })} {...paper}>
      {(title || actions) && (
        <Group
          justify="space-between"
          align="flex-start"
          gap="sm"
          px={{ base: 'md', sm: 'lg' }}
          pt="md"
          pb={flush ? 'sm' : 0}
        >
          <Stack gap={2} flex="1 1 14rem">
            {title && (
              <Title order={2} id={id}>
                {title}
              </Title>
            )}
            {description && (
              <Text size="sm" c="dimmed" component="div" maw="44rem">
                {description}
              </Text>
            )}
          </Stack>
          {actions && (
            <Group gap="xs" data-print="hide">
              {actions}
            </Group>
          )}
        </Group>
      )}
      <Box {...(!flush && { px: { base: 'md', sm: 'lg' }, py: 'md' })}>{children}</Box>
    </Paper>
  );
}
