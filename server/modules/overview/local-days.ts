import { fieldRefusal } from '../../errors.ts';
import { days, isoTime } from '../../time.ts';

export interface LocalDay {
  /** "2026-11-21". */
  date: string;
  /** Its first moment, as in the database. */
  startsAt: string;
}

/**
 * The last `count` days as a clock on the wall shows them, oldest first; the last is today. Days are 23 or 25 hours
 * long where the clocks change.
 *
 * @param timeZone IANA name, e.g. "Europe/Belgrade"; ApiError INVALID_INPUT when there is no such zone
 */
export function localDays(nowMs: number, timeZone: string, count: number): LocalDay[] {
  const wall = wallClock(timeZone);
  const today = wall(nowMs);
  const midnightUtc = today - (((today % days(1)) + days(1)) % days(1));
  return Array.from({ length: count }, (_, index) => {
    const wanted = midnightUtc - days(count - 1 - index);
    return { date: isoTime(wanted).slice(0, 10), startsAt: isoTime(momentOf(wanted, wall)) };
  });
}

/** What a clock in the zone shows at a moment, written as if it were UTC. */
function wallClock(timeZone: string): (atMs: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw fieldRefusal('timeZone', 'Is not the name of a time zone.');
  }
  return (atMs) => {
    const part = Object.fromEntries(
      format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>;
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  };
}

/** The first moment at which the clock shows at least `wanted`; midnight itself is left out in some zones' springs. */
function momentOf(wanted: number, wall: (atMs: number) => number): number {
  let guess = wanted - (wall(wanted) - wanted);
  guess += wanted - wall(guess);
  return guess;
}
