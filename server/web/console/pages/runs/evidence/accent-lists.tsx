import { Group, Progress, ScrollArea, Table, Text, Title } from '@mantine/core';
import { type Clarity, clarityOf } from '../../../../../domain/scoring/clarity.ts';
import type { ScoredDimension } from '../../../../../modules/console/runs/contract.ts';
import { formatDecimal } from '../../../components/format.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { LongList } from './long-list.tsx';
import { PlayChip } from './play-chip.tsx';

const UNCLEAR_WORDS = 30;

const colours: Record<Clarity, string> = { clear: 'teal', fair: 'yellow', unclear: 'orange' };

/** Words by how unclearly they were said. */
export function UnclearWords({ words }: Pick<ScoredDimension, 'words'>) {
  if (!words) return null;
  const unclear = words
    .filter(({ gop }) => clarityOf(gop) !== 'clear')
    .sort((a, b) => a.gop - b.gop)
    .slice(0, UNCLEAR_WORDS);
  return (
    <div>
      <Title order={3} mb="xs">
        {evidenceTexts.unclearWords}
      </Title>
      {unclear.length > 0 ? (
        <LongList
          items={unclear.map(({ text, startMs, endMs, gop }) => (
            <Group key={startMs} gap="xs">
              <PlayChip startMs={startMs} endMs={endMs} />
              <Text size="sm" fw={550}>
                {text}
              </Text>
              <Text size="xs" c="dimmed" data-figures>
                {formatDecimal(gop, 1).replace('-', '−')} · {evidenceTexts.clarity[clarityOf(gop)]}
              </Text>
            </Group>
          ))}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {evidenceTexts.none}
        </Text>
      )}
    </div>
  );
}

/** Sounds by how clearly they were said; why there are none where accent was scored without them. */
export function Sounds({ phones }: Pick<ScoredDimension, 'phones'>) {
  if (!phones) {
    return (
      <Text size="sm" c="dimmed">
        {evidenceTexts.noPhones}
      </Text>
    );
  }
  return (
    <div>
      <Title order={3}>{evidenceTexts.phones}</Title>
      <Text size="xs" c="dimmed" mb="xs">
        {evidenceTexts.phonesHelp}
      </Text>
      <PhoneTable phones={phones} />
    </div>
  );
}

/** A sound this far from what is expected fills the bar. */
const WORST = -4;

function PhoneTable({ phones }: { phones: NonNullable<ScoredDimension['phones']> }) {
  const rows = [...phones].sort((a, b) => a.gop - b.gop);
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': evidenceTexts.phones }}
    >
      <Table verticalSpacing={4} aria-label={evidenceTexts.phones} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{evidenceTexts.phone}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.count}</Table.Th>
            <Table.Th>{evidenceTexts.clearness}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ phone, ipa, count, gop }) => {
            const clarity = clarityOf(gop);
            return (
              <Table.Tr key={phone}>
                <Table.Th scope="row" ff="monospace">
                  {ipa ? `/${ipa}/ ${phone}` : `/${phone}/`}
                </Table.Th>
                <Table.Td ta="end">{count}</Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Progress
                      value={100 * Math.max(0, 1 - gop / WORST)}
                      color={colours[clarity]}
                      size="sm"
                      w={90}
                      aria-label={`/${ipa ?? phone}/`}
                    />
                    <Text size="xs" c="dimmed" data-figures style={{ whiteSpace: 'nowrap' }}>
                      {formatDecimal(gop, 2).replace('-', '−')} · {evidenceTexts.clarity[clarity]}
                    </Text>
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
