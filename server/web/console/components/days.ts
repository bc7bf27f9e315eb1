/**
 * First moment of a day of the visitor's own, or of a day after it.
 *
 * @param day e.g. "2026-11-21", as date fields give it
 */
export function startOfDay(day: string, daysLater: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** Whether a text is such a day. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
