import { Alert, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Counted, CountedConnective, Delivery } from '../../../../../domain/scoring/delivery.ts';
import { formatDecimal, formatShare } from '../../../components/format.ts';
import { Section } from '../../../components/section.tsx';
import { deliveryTexts } from '../../../texts/delivery.ts';
import { PlayChip } from './play-chip.tsx';

/** Of each list, the commonest. */
const LISTED = 8;

/** How it was said, beside the scores. */
export function DeliverySection({ delivery }: { delivery: Delivery }) {
  const { notes, pace, repeatedPassages } = delivery;
  return (
    <Section title={deliveryTexts.title} description={deliveryTexts.description}>
      <Stack gap="md">
        {notes.length > 0 && (
          <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
            {notes.join(' ')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Facts delivery={delivery} />
          <Stack gap="md">
            {pace.length > 0 && <Pace pace={pace} />}
            {repeatedPassages.length > 0 && <Repeated passages={repeatedPassages} />}
          </Stack>
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

function Facts({ delivery: { talkShare, connectives, fillers, freeTalk } }: { delivery: Delivery }) {
  const signs = Object.entries(freeTalk).flatMap(([name, value]) =>
    value === null
      ? []
      : [
          deliveryTexts.part(
            formatDecimal(value, 1),
            deliveryTexts.freeTalkParts[name as keyof typeof freeTalk],
          ),
        ],
  );
  return (
    <Stack gap="md">
      {talkShare !== null && <Fact title={deliveryTexts.talkShare}>{formatShare(talkShare)}</Fact>}
      {connectives && (
        <Fact title={deliveryTexts.connectives}>
          {deliveryTexts.per100(formatDecimal(connectives.per100Words, 1))}: {byKind(connectives.words)}
        </Fact>
      )}
      <Fact title={deliveryTexts.fillers}>{listed(fillers)}</Fact>
      <Fact title={deliveryTexts.freeTalk} help={deliveryTexts.freeTalkHelp}>
        {deliveryTexts.words(signs)}
      </Fact>
    </Stack>
  );
}

const listed = (words: readonly Counted[]): string =>
  words.length === 0
    ? deliveryTexts.none
    : deliveryTexts.words(words.slice(0, LISTED).map(({ text, count }) => deliveryTexts.times(text, count)));

/** Results of earlier versions do not say of which kind a connective is. */
function byKind(words: readonly CountedConnective[]): string {
  const kinds = [...Map.groupBy(words, ({ kind }) => kind)].map(([kind, list]) =>
    kind === undefined
      ? listed(list)
      : deliveryTexts.ofKind(deliveryTexts.connectiveKinds[kind], listed(list)),
  );
  return words.length === 0 ? deliveryTexts.none : deliveryTexts.words(kinds);
}

interface FactProps {
  title: string;
  help?: string;
  children: React.ReactNode;
}

function Fact({ title, help, children }: FactProps) {
  return (
    <div>
      <Title order={3}>{title}</Title>
      <Text size="sm">{children}</Text>
      {help && (
        <Text size="xs" c="dimmed">
          {help}
        </Text>
      )}
    </div>
  );
}

function Pace({ pace }: Pick<Delivery, 'pace'>) {
  return (
    <div>
      <Title order={3}>{deliveryTexts.pace}</Title>
      <Table aria-label={deliveryTexts.pace} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{deliveryTexts.minute}</Table.Th>
            <Table.Th ta="end">{deliveryTexts.wordsPerMinute}</Table.Th>
            <Table.Th ta="end">{deliveryTexts.pausedShare}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pace.map(({ startMs, wordsPerMinute, pausedShare }) => (
            <Table.Tr key={startMs}>
              <Table.Th scope="row" fw={400}>
                <PlayChip startMs={startMs} />
              </Table.Th>
              <Table.Td ta="end">{wordsPerMinute}</Table.Td>
              <Table.Td ta="end">{pausedShare === null ? '–' : formatShare(pausedShare)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Repeated({ passages }: { passages: Delivery['repeatedPassages'] }) {
  return (
    <div>
      <Title order={3}>{deliveryTexts.repeated}</Title>
      <Stack gap={8}>
        {passages.map(({ text, wordCount, firstMs, startMs, endMs }) => (
          <Group key={startMs} gap="sm">
            <PlayChip startMs={firstMs} endMs={firstMs + endMs - startMs} />
            <Text size="xs" c="dimmed">
              {deliveryTexts.again}
            </Text>
            <PlayChip startMs={startMs} endMs={endMs} />
            <Text size="sm">
              “{text} …” {deliveryTexts.repeatedWords(wordCount)}
            </Text>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
