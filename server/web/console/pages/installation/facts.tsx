import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Below each other everywhere: in a narrow column. */
  isNarrow?: boolean;
}

/** Names and values side by side; below each other on phones. */
export function Facts({ facts, isNarrow = false }: FactsProps) {
  return (
    <SimpleGrid
      component="dl"
      m={0}
      cols={isNarrow ? 1 : { base: 1, xs: 2, lg: Math.min(facts.length, 3) }}
      verticalSpacing="md"
    >
      {facts.map(([name, value]) => (
        <Stack key={name} gap={2}>
          <Text component="dt" size="xs" c="dimmed" fw={550}>
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} data-figures style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
