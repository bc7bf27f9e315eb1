import { Tooltip } from '@mantine/core';
import type { DayCounts } from '../../../../modules/console/overview/contract.ts';
import { formatCount } from '../../components/format.ts';
import { overviewTexts } from '../../texts/overview.ts';
import classes from './days-chart.module.css';
import { dayLabel, type EndSeries, scaleOf } from './figures.ts';

interface DaysChartProps {
  days: readonly DayCounts[];
  series: readonly EndSeries[];
}

/**
 * Runs of each day, stacked by how they ended. Plain elements: a library of charts would be a third of the first page
 * that people see.
 */
export function DaysChart({ days, series }: DaysChartProps) {
  const countOf = (day: DayCounts) => series.reduce((sum, { key }) => sum + day[key], 0);
  const { top, ticks } = scaleOf(Math.max(...days.map(countOf)));
  const percent = (count: number) => `${(100 * count) / top}%`;
  return (
    <div className={classes.chart}>
      <div className={classes.plot}>
        {ticks.map((tick) => (
          <div key={tick} className={classes.tick} style={{ bottom: percent(tick) }}>
            <span>{formatCount(tick)}</span>
          </div>
        ))}
        <div className={classes.bars}>
          {days.map((day) => (
            <Tooltip.Floating key={day.date} label={sayingOf(day, series)} disabled={countOf(day) === 0}>
              <div className={classes.bar}>
                {series.toReversed().map(({ key, color }) => (
                  <div
                    key={key}
                    style={{
                      height: percent(day[key]),
                      background: `var(--mantine-color-${color.replace('.', '-')})`,
                    }}
                  />
                ))}
              </div>
            </Tooltip.Floating>
          ))}
        </div>
      </div>
      <div className={classes.dates}>
        {days.map(({ date }) => (
          <span key={date}>
            <span>{dayLabel(date)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** "21 Nov: Done 8, Failed 1" */
const sayingOf = (day: DayCounts, series: readonly EndSeries[]): string =>
  `${dayLabel(day.date)}: ${series
    .filter(({ key }) => day[key] > 0)
    .map(({ key }) => `${overviewTexts.series[key]} ${formatCount(day[key])}`)
    .join(', ')}`;
