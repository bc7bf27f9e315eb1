import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { ScoredDimension } from '../../../../../modules/console/runs/contract.ts';
import { formatCount } from '../../../components/format.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { LongList } from './long-list.tsx';
import { PlayChip } from './play-chip.tsx';

/** Words and phrases that stand out. */
export function VocabularyLists({ rareWords, repeatedPhrases }: ScoredDimension) {
  return (
    <Stack gap="lg">
      {rareWords && (
        <div>
          <Title order={3}>{evidenceTexts.rareWords}</Title>
          <Text size="xs" c="dimmed" mb="xs">
            {rareWords.length > 0 ? evidenceTexts.rareWordsHelp : evidenceTexts.noRareWords}
          </Text>
          <LongList
            items={rareWords.map(({ word, rank, sentence, startMs, endMs }) => (
              <Group key={startMs} gap="xs" wrap="nowrap" align="flex-start">
                <PlayChip startMs={startMs} endMs={endMs} />
                <Text size="sm" component="div">
                  <Group gap={6}>
                    <b>{word}</b>
                    <Badge size="xs" color="teal" title={evidenceTexts.rank}>
                      {formatCount(rank)}
                    </Badge>
                  </Group>
                  <Text size="xs" c="dimmed">
                    … {sentence} …
                  </Text>
                </Text>
              </Group>
            ))}
          />
        </div>
      )}
      {repeatedPhrases && repeatedPhrases.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            {evidenceTexts.repeated}
          </Title>
          <LongList
            items={repeatedPhrases.map(({ text, count, startMs }) => (
              <Group key={text} gap="xs">
                <Text size="sm">“{text}”</Text>
                <Text size="xs" c="dimmed">
                  {evidenceTexts.times(count)}
                </Text>
                {startMs.slice(0, 4).map((atMs) => (
                  <PlayChip key={atMs} startMs={atMs} endMs={atMs + 1500} />
                ))}
              </Group>
            ))}
          />
        </div>
      )}
    </Stack>
  );
}
