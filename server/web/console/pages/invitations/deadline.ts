import { days, isoTime, minutes } from '../../../../time.ts';

/** A moment as a field of a date and a time takes it, by this machine's clock. */
export function fieldOf(ms: number): string {
  const local = new Date(ms - minutes(new Date(ms).getTimezoneOffset()));
  return local.toISOString().slice(0, 16);
}

/** The same back, ISO 8601 UTC; undefined for none. */
export function momentOf(field: string): string | undefined {
  const ms = Date.parse(field);
  return Number.isNaN(ms) ? undefined : isoTime(ms);
}

/** Six days from now, at six in the evening. */
export function usualDeadline(nowMs: number): string {
  const day = new Date(nowMs + days(6));
  day.setHours(18, 0, 0, 0);
  return fieldOf(day.getTime());
}
