import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '../../components/section.tsx';

/** What is shown of the newest entry of a kind, with the way to its own page; without one a sentence. */
export function NewestSection({
  words,
  to,
  icon,
  children,
}: {
  words: { title: string; open: string; none: string };
  /** Address of the entry's page; null where there is none. */
  to: string | null;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Section
      title={words.title}
      {...(to !== null && {
        actions: (
          <Button variant="default" component={Link} to={to} leftSection={icon}>
            {words.open}
          </Button>
        ),
      })}
    >
      {to === null ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        children
      )}
    </Section>
  );
}
