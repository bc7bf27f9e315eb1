import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { DayCounts } from '../../../../modules/console/contract/overview.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { dayLabel } from './figures.ts';

const { series } = overviewTexts;

/** Runs of each day, stacked by how they ended. Loaded apart: the charts are larger than the rest of the page. */
export default function DaysChart({ days }: { days: readonly DayCounts[] }) {
  return (
    <BarChart
      h={240}
      type="stacked"
      data={days.map(({ date, success, partial, failed, open }) => ({
        day: dayLabel(date),
        [series.success]: success,
        [series.partial]: partial,
        [series.failed]: failed,
        [series.open]: open,
      }))}
      dataKey="day"
      series={[
        { name: series.success, color: 'teal.6' },
        { name: series.partial, color: 'yellow.5' },
        { name: series.failed, color: 'red.6' },
        { name: series.open, color: 'gray.5' },
      ]}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 32 }}
      maxBarWidth={36}
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 16 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
