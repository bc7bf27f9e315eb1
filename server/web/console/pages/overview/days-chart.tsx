import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { DayCounts } from '../../../../modules/console/contract/overview.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { dayLabel, type EndSeries } from './figures.ts';

interface DaysChartProps {
  days: readonly DayCounts[];
  series: readonly EndSeries[];
}

/** Runs of each day, stacked by how they ended. Loaded apart: the charts are larger than the rest of the page. */
export default function DaysChart({ days, series }: DaysChartProps) {
  return (
    <BarChart
      h={210}
      type="stacked"
      data={days.map((day) => ({ ...day, date: dayLabel(day.date) }))}
      dataKey="date"
      series={series.map(({ key, color }) => ({ name: key, color, label: overviewTexts.series[key] }))}
      maxBarWidth={36}
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 16 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
