import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { common } from '../texts/common.ts';

export interface PageHeaderProps {
  title: string;
  /** One sentence: what the page is for. */
  description?: ReactNode;
  /** Beside the title: a status, a level. */
  badge?: ReactNode;
  /** Buttons; the one primary action comes last. */
  actions?: ReactNode;
  /** Where the page came from. */
  back?: { to: string; label: string };
}

/** Head of every page: the only h1, and the title of the browser's tab. */
export function PageHeader({ title, description, badge, actions, back }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <Box component="header" mb="lg">
      {back && (
        <Anchor
          component={Link}
          to={back.to}
          size="sm"
          c="dimmed"
          mb={6}
          display="inline-block"
          data-print="hide"
        >
          <Group gap={4} wrap="nowrap">
            <IconChevronLeft size={15} aria-hidden />
            {back.label}
          </Group>
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex="1 1 18rem" miw={0}>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {badge}
          </Group>
          {description && (
            <Text c="dimmed" size="sm" maw="44rem" component="div">
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
    </Box>
  );
}
