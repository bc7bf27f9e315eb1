import { Center, ColorSwatch, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { DayCounts } from '../../../../modules/console/overview/contract.ts';
import { formatCount } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { DaysChart } from './days-chart.tsx';
import { type EndSeries, seriesOf, sumsOf } from './figures.ts';

const HEIGHT = 210;

/** The card of runs per day; its height is the same while loading and without runs. */
export function DaysSection({ days }: { days: readonly DayCounts[] | undefined }) {
  const sums = days && sumsOf(days);
  return (
    <Section title={overviewTexts.perDay} h="100%">
      {!days || !sums ? (
        <Skeleton h={HEIGHT} />
      ) : sums.total === 0 ? (
        <Center h={HEIGHT}>
          <Text size="sm" c="dimmed">
            {overviewTexts.perDayNone}
          </Text>
        </Center>
      ) : (
        <>
          <VisuallyHidden>
            {overviewTexts.chartSummary(formatCount(sums.total), formatCount(sums.failed))}
          </VisuallyHidden>
          <div aria-hidden>
            <DaysChart days={days} series={seriesOf(days)} />
            <Legend series={seriesOf(days)} />
          </div>
        </>
      )}
    </Section>
  );
}

function Legend({ series }: { series: readonly EndSeries[] }) {
  return (
    <Group gap="md" justify="flex-end" mt="xs">
      {series.map(({ key, color }) => (
        <Group key={key} gap={6} wrap="nowrap">
          <ColorSwatch
            size={10}
            color={`var(--mantine-color-${color.replace('.', '-')})`}
            withShadow={false}
          />
          <Text size="xs">{overviewTexts.series[key]}</Text>
        </Group>
      ))}
    </Group>
  );
}
