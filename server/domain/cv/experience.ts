import type { DateRange, Position, YearMonth } from './types.ts';

/** Months counted from year 0, `to` exclusive. */
interface Interval {
  from: number;
  to: number;
}

/**
 * Months worked in these positions together, overlaps counted once; null when none has dates. Give it the relevant
 * positions only, and it is relevant experience.
 *
 * @param asOf the month in which unfinished positions are counted up to; nothing later counts
 */
export function experienceMonths(
  positions: readonly Pick<Position, 'dates'>[],
  asOf: YearMonth,
): number | null {
  const intervals = positions
    .flatMap(({ dates }) => (dates ? [intervalOf(dates.value, asOf)] : []))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  if (intervals.length === 0) return null;
  let months = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of intervals) {
    months += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return months;
}

/** Whole months of one range: both named months count; years without months count from middle to middle, a lone year 12. */
export function monthsOf(range: DateRange, asOf: YearMonth): number {
  const { from, to } = intervalOf(range, asOf);
  return Math.max(0, to - from);
}

function intervalOf({ start, end }: DateRange, asOf: YearMonth): Interval {
  const limit = 12 * asOf.year + (asOf.month ?? 12);
  const last = end ?? asOf;
  if (end && start.year === end.year && start.month === null && end.month === null) {
    return { from: 12 * start.year, to: Math.min(limit, 12 * start.year + 12) };
  }
  const from = 12 * start.year + (start.month === null ? 6 : start.month - 1);
  const to = 12 * last.year + (last.month === null ? 6 : last.month);
  return { from, to: Math.min(limit, to) };
}
