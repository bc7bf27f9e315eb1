import type { DayCounts } from '../../../../modules/console/overview/contract.ts';
import { dateLocale } from '../../texts/language.ts';

/** What the charts and cards say of some days. */
export function sumsOf(days: readonly DayCounts[]) {
  const sum = (part: (day: DayCounts) => number) => days.reduce((all, day) => all + part(day), 0);
  const failed = sum((day) => day.failed);
  const ended = sum((day) => day.success + day.partial) + failed;
  return {
    total: ended + sum((day) => day.open),
    failed,
    ended,
    /** 0–1 of those that ended; undefined where none has. */
    successShare: ended === 0 ? undefined : (ended - failed) / ended,
  };
}

/** Whole days for which credits last at the pace of some days; undefined where nothing was used. */
export function daysLeftOf(credits: { available: number; used: number; inDays: number }): number | undefined {
  const { available, used, inDays } = credits;
  return used === 0 ? undefined : Math.max(0, Math.floor((available * inDays) / used));
}

const allSeries = [
  { key: 'success', color: 'teal.6' },
  { key: 'partial', color: 'yellow.5' },
  { key: 'failed', color: 'red.6' },
  { key: 'open', color: 'gray.5' },
] as const;

/** One of the layers of a day's bar. */
export type EndSeries = (typeof allSeries)[number];

/** The layers that any of the days has, from the bottom up. */
export const seriesOf = (days: readonly DayCounts[]): EndSeries[] =>
  allSeries.filter(({ key }) => days.some((day) => day[key] > 0));

/** Most lines of a chart above its ground. */
const MOST_TICKS = 5;

/** Where a chart's axis ends, and its lines: round whole numbers, the last at or above the largest value. */
export function scaleOf(largest: number): { top: number; ticks: number[] } {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest / MOST_TICKS)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => largest <= one * MOST_TICKS)!;
  const count = Math.max(1, Math.ceil(largest / step));
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** "21 Nov" of "2026-11-21", whatever the zone: it is a day of the calendar already. */
export const dayLabel = (date: string): string =>
  new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
