import { Badge, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import type { Dimension as DimensionName, Evidence } from '../../../../../domain/scoring/types.ts';
import type { Analysis } from '../../../../../modules/console/runs/contract.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { runTexts } from '../../../texts/run.ts';
import { isScored } from '../player/transcript-marks.ts';
import { PlayChip } from './play-chip.tsx';

export interface Moment extends Evidence {
  dimension: DimensionName;
}

/** Everything worth listening to, in the order in which it was said. */
export function momentsOf(analysis: Analysis): Moment[] {
  return (['vocabulary', 'fluency', 'accent'] as const)
    .flatMap((name) => {
      const dimension = analysis[name];
      return isScored(dimension)
        ? dimension.evidence.map((evidence) => ({ ...evidence, dimension: name }))
        : [];
    })
    .sort((a, b) => a.startMs - b.startMs);
}

/** Places in the recording that explain the scores, beside the transcript. */
export function Moments({ analysis }: { analysis: Analysis }) {
  const moments = momentsOf(analysis);
  if (moments.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={2}>
        {evidenceTexts.moments}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {evidenceTexts.momentsHelp}
      </Text>
      <ScrollArea.Autosize
        mah="27rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': evidenceTexts.moments }}
      >
        <Stack gap="sm" pr="sm">
          {moments.map(({ dimension, feature, text, note, startMs, endMs }) => (
            <Group key={`${dimension} ${feature} ${startMs}`} gap="xs" wrap="nowrap" align="flex-start">
              <PlayChip startMs={startMs} endMs={endMs} />
              <div>
                <Text size="sm">“{text}”</Text>
                <Text size="xs" c="dimmed" component="div">
                  <Badge size="xs" color="gray" mr={6}>
                    {runTexts.dimensions[dimension]}
                  </Badge>
                  {note}
                </Text>
              </div>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </div>
  );
}
