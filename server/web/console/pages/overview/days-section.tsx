import { Center, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayCounts } from '../../../../modules/console/contract/overview.ts';
import { formatCount } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { sumsOf } from './figures.ts';

const DaysChart = lazy(() => import('./days-chart.tsx'));

/** The card of runs per day; its height is the same while loading and without runs. */
export function DaysSection({ days }: { days: readonly DayCounts[] | undefined }) {
  const sums = days && sumsOf(days);
  const waiting = <Skeleton h={240} />;
  return (
    <Section title={overviewTexts.perDay} h="100%">
      {!days || !sums ? (
        waiting
      ) : sums.total === 0 ? (
        <Center h={240}>
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
            <Suspense fallback={waiting}>
              <DaysChart days={days} />
            </Suspense>
          </div>
        </>
      )}
    </Section>
  );
}
