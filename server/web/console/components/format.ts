import { common } from '../texts/common.ts';
import { dateLocale, language } from '../texts/language.ts';

/** Times, spans, sizes and counts as people read them. The zone and the language are the visitor's. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type DateStyle = 'date' | 'datetime' | 'relative';

/** e.g. "21 Nov 2026, 17:05" in the zone given, or the visitor's. */
export function formatDate(iso: string, style: 'date' | 'datetime', timeZone?: string): string {
  return new Intl.DateTimeFormat(dateLocale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(style === 'datetime' && { hour: '2-digit', minute: '2-digit' }),
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(iso));
}

/** "in 3 days", "5 minutes ago", "just now"; a date once it is more than 30 days away. */
export function formatRelative(iso: string, nowMs: number): string {
  const offsetMs = new Date(iso).getTime() - nowMs;
  const size = Math.abs(offsetMs);
  if (size < 45_000) return common.justNow;
  if (size > 30 * DAY_MS) return formatDate(iso, 'date');
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (size < 45 * MINUTE_MS) return words.format(Math.round(offsetMs / MINUTE_MS) || 1, 'minute');
  if (size < 22 * HOUR_MS) return words.format(Math.round(offsetMs / HOUR_MS) || 1, 'hour');
  return words.format(Math.round(offsetMs / DAY_MS), 'day');
}

/** e.g. "2026-11-21 17:05:09", for the title of a time. */
export function formatUtc(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

/** "850 ms", "4.2 s", "3 min 20 s", "1 h 05 min". */
export function formatDuration(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 9_950) return `${formatDecimal(durationMs / 1_000, 1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A place in a recording: "3:07", "1:02:09". */
export function formatClock(positionMs: number): string {
  const seconds = Math.floor(positionMs / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "0 B", "812 kB", "1.4 GB": decimal, as disks are sold. */
export function formatSize(sizeBytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = sizeBytes;
  let unit = 0;
  // What would be shown as 1000 is one of the next unit.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${withMark(unit === 0 || size >= 100 ? Math.round(size) : Number(size.toFixed(1)))} ${units[unit]}`;
}

/** "12,345" */
export function formatCount(count: number): string {
  return count.toLocaleString(language);
}

/** "4.2" and "4.0" for one decimal. */
export const formatDecimal = (value: number, digits: number): string => withMark(value.toFixed(digits));

/** "4.2" and "4": as a number is written, with the language's mark between whole and parts. */
export const formatNumber = (value: number): string => withMark(value);

const withMark = (written: number | string): string =>
  language === 'de' ? String(written).replace('.', ',') : String(written);

/** "97 %" of a share from 0 to 1; one decimal where it tells something. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const digits = percent > 0 && percent < 10 ? 1 : 0;
  return `${withMark(Number(percent.toFixed(digits)))} %`;
}
