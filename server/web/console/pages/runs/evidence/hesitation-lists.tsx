import { Group, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Hesitations } from '../../../../../domain/scoring/hesitations.ts';
import { formatCount, formatDecimal } from '../../../components/format.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { LongList } from './long-list.tsx';
import { PlayChip } from './play-chip.tsx';

/** Where the candidate hesitated: pauses, fillers, repairs, each to be heard. */
export function HesitationLists({ hesitations }: { hesitations: Hesitations }) {
  const { counts, pauses, fillers, repairs } = hesitations;
  const longest = [...pauses].sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs));
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
      <List title={evidenceTexts.longestPauses} count={counts.pauses}>
        {longest.map(({ startMs, endMs, place, before, after }) => (
          <Entry key={startMs} startMs={startMs} endMs={endMs} marginMs={1200}>
            <Text size="sm">
              … {before} <b>{formatDecimal((endMs - startMs) / 1000, 1)} s</b> {after} …
            </Text>
            <Text size="xs" c="dimmed">
              {evidenceTexts.place[place]}
            </Text>
          </Entry>
        ))}
      </List>
      <List title={evidenceTexts.repairs} count={counts.repairs}>
        {repairs.map(({ kind, text, abandoned, startMs, endMs }) => (
          <Entry key={startMs} startMs={startMs} endMs={endMs} marginMs={500}>
            <Text size="sm">“{text}”</Text>
            <Text size="xs" c="dimmed">
              {evidenceTexts.repairKinds[kind]}: <s>{abandoned}</s>
            </Text>
          </Entry>
        ))}
      </List>
      <List title={evidenceTexts.fillers} count={counts.fillers}>
        {fillers.map(({ text, startMs, endMs }) => (
          <Entry key={startMs} startMs={startMs} endMs={endMs} marginMs={500}>
            <Text size="sm">“{text}”</Text>
          </Entry>
        ))}
      </List>
    </SimpleGrid>
  );
}

function List({ title, count, children }: { title: string; count: number; children: readonly ReactNode[] }) {
  return (
    <div>
      <Group gap={6} mb="xs" align="baseline">
        <Title order={3}>{title}</Title>
        <Text size="sm" c="dimmed" data-figures>
          {formatCount(count)}
        </Text>
      </Group>
      {children.length > 0 ? (
        <LongList items={children} first={5} />
      ) : (
        <Text size="sm" c="dimmed">
          {evidenceTexts.none}
        </Text>
      )}
    </div>
  );
}

interface EntryProps {
  startMs: number;
  endMs: number;
  marginMs: number;
  children: ReactNode;
}

function Entry({ children, ...place }: EntryProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <PlayChip {...place} />
      <div>{children}</div>
    </Group>
  );
}
