import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Grammar } from '../../../../../domain/grammar/grammar.ts';
import { Section } from '../../../components/section.tsx';
import { grammarTexts } from '../../../texts/grammar.ts';
import { PlayChip } from './play-chip.tsx';

/** Grammar in quotations that can be played. */
export function GrammarSection({ grammar: { errors, structures } }: { grammar: Grammar }) {
  return (
    <Section title={grammarTexts.title} description={grammarTexts.description}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="xs">
          <Title order={3}>{grammarTexts.errors}</Title>
          {errors.length === 0 && <Text size="sm">{grammarTexts.noErrors}</Text>}
          {errors.map((error) => (
            <Quoted
              key={`${error.startMs} ${error.wrong}`}
              name={grammarTexts.errorKinds[error.kind]}
              quote={error}
              after={grammarTexts.insteadOf(error.right)}
            />
          ))}
        </Stack>
        <Stack gap="xs">
          <Title order={3}>{grammarTexts.structures}</Title>
          {structures.length === 0 && <Text size="sm">{grammarTexts.noStructures}</Text>}
          {structures.map((structure) => (
            <Quoted
              key={structure.kind}
              name={grammarTexts.structureKinds[structure.kind]}
              quote={structure}
            />
          ))}
        </Stack>
      </SimpleGrid>
    </Section>
  );
}

interface QuotedProps {
  name: string;
  quote: { text: string; startMs: number; endMs: number };
  after?: string;
}

function Quoted({ name, quote: { text, startMs, endMs }, after }: QuotedProps) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <PlayChip startMs={startMs} endMs={endMs} />
      <div>
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <Text size="sm">
          “{text}” {after && <b>{after}</b>}
        </Text>
      </div>
    </Group>
  );
}
