import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { foldMonth, monthNames } from './month-names.ts';
import type { DateRange, YearMonth } from './types.ts';

/** A date or range of dates in a text; offsets, end exclusive. */
export interface DateMention {
  range: DateRange;
  /** Two ends were given, or an open end; false for a single date. */
  isRange: boolean;
  start: number;
  end: number;
}

/** The earliest year a CV speaks of, and how far it looks ahead ("expected 2029"). */
const firstYear = 1940;
const yearsAhead = 8;

const year = '(?:19|20)\\d{2}';
const alone = '(?<![\\p{L}\\p{N}])';
const ended = '(?![\\p{L}\\p{N}])';

/** Built at the first use: the locale data of all languages take a moment to read. */
const patterns = lazy(() => {
  const months = new Map<string, number>();
  for (const [key, month] of monthNames()) {
    months.set(key.normalize('NFD').replace(/\p{M}/gu, ''), month);
    months.set(key, month);
  }
  const name = [...months.keys()].sort((a, b) => b.length - a.length).join('|');
  const joins = `[-–—‐‑‒−~〜～]|${cvWords(({ dates }) => dates?.until)}`;
  const articles = `(?:(?:${cvWords(({ dates }) => dates?.articles)})\\s+)?`;
  /** Alternatives in order of preference; each kind of point has its own named groups. */
  const point = new RegExp(
    [
      `(?<isoYear>${year})\\s?[年년]\\s?(?:(?<isoMonth>\\d{1,2})\\s?[月월])?(?:\\s?\\d{1,2}\\s?[日일])?`,
      `${alone}(?<ymdYear>${year})[-./](?<ymdMonth>0?[1-9]|1[0-2])(?:[-./]\\d{1,2})?(?![\\p{N}])`,
      `${alone}(?<first>\\d{1,2})\\s?[-./]\\s?(?<second>\\d{1,2})\\s?[-./]\\s?(?<fullYear>${year})(?!\\d)`,
      `${alone}(?<numMonth>0?[1-9]|1[0-2])\\s?[-./–]\\s?(?<numYear>${year})(?!\\d)`,
      `${alone}(?<shortMonth>0?[1-9]|1[0-2])\\s?[/.]\\s?['’]?(?<shortYear>\\d{2})(?![\\d%]|[./]\\d)`,
      `${alone}(?:\\d{1,2}(?:st|nd|rd|th|\\.|er)?\\s+(?:de\\s+)?)?(?<name>${name})(?!\\p{L})\\.?(?:\\s+\\d{1,2}(?:st|nd|rd|th)?,)?[\\s,./-]*(?:de[l]?\\s+)?(?:(?<nameYear>${year})(?!\\d)|['’]?(?<nameShort>\\d{2})(?![\\d.,:%])|(?=\\s*(?:${joins})\\s*[\\p{L}\\d]))`,
      `${alone}(?<year>${year})(?:\\s?[/–-]\\s?(?<yearTail>\\d{2})(?!\\d|\\s?[/.-]\\s?\\d))?(?!\\d|[.,]\\d)`,
      `${alone}(?<present>${cvWords(({ dates }) => dates?.today)})${ended}`,
      // Written without spaces to the date before.
      `(?<today>${cvWords(({ dates }) => dates?.todayBehind)})`,
    ].join('|'),
    'giu',
  );
  return {
    months,
    point,
    between: new RegExp(`^\\s*[,(]?\\s*(?:${joins})\\s*${articles}$`, 'iu'),
    opening: new RegExp(`(?<![\\p{L}])(?:${cvWords(({ dates }) => dates?.since)})\\s*${articles}$`, 'iu'),
  };
});

interface Point {
  start: number;
  end: number;
  kind: 'month' | 'present' | 'nameOnly' | 'short';
  date: YearMonth;
  /** Of "2015-18": the second year. */
  tail: number | null;
}

/**
 * Dates in a line of a CV, in the order they stand: "Mar 2019 – Present", "03/19 - 05/21", "2019年3月～現在",
 * "seit 2015", "2008". Digits of all scripts are read.
 *
 * @param asOf the month that "present" is; later years than a few ahead of it are no dates
 * @param monthFirst whether 03/04/2019 is the 4th of March
 */
export function datesIn(text: string, asOf: YearMonth, monthFirst = true): DateMention[] {
  const points = pointsIn(plainDigits(text), asOf, monthFirst);
  const mentions: DateMention[] = [];
  for (let index = 0; index < points.length; index++) {
    const from = points[index]!;
    const to = points[index + 1];
    const gap = to ? text.slice(from.end, to.start) : '';
    // "2015年3月至今", "Jan 2015  Present": nothing need stand before the word for today.
    if (to && (patterns().between.test(gap) || (to.kind === 'present' && gap.trim() === ''))) {
      const range = rangeOf(from, to);
      if (range) {
        mentions.push({ range, isRange: true, start: from.start, end: to.end });
        index++;
        continue;
      }
    }
    if (from.kind !== 'month') continue;
    if (from.tail !== null) {
      const range = { start: { year: from.date.year, month: null }, end: { year: from.tail, month: null } };
      mentions.push({ range, isRange: true, start: from.start, end: from.end });
      continue;
    }
    const before = patterns().opening.exec(text.slice(0, from.start));
    const dangling = /^\s*[-–—]\s*$/.test(text.slice(from.end));
    if (before || dangling) {
      mentions.push({
        range: { start: from.date, end: null },
        isRange: true,
        start: before ? before.index : from.start,
        end: dangling ? text.length : from.end,
      });
      continue;
    }
    mentions.push({
      range: { start: from.date, end: from.date },
      isRange: false,
      start: from.start,
      end: from.end,
    });
  }
  return mentions;
}

function rangeOf(from: Point, to: Point): DateRange | undefined {
  if (to.kind === 'nameOnly') return undefined;
  // Lines written right to left may come with their ends the other way round.
  if (from.kind === 'present') return to.kind === 'month' ? { start: to.date, end: null } : undefined;
  if (to.kind === 'present') return from.kind === 'nameOnly' ? undefined : { start: from.date, end: null };
  // "Mar – Aug 2019": the year counts for both.
  const start = from.kind === 'nameOnly' ? { year: to.date.year, month: from.date.month } : from.date;
  if (order(start) > order(to.date)) return { start: to.date, end: start };
  return { start, end: to.date };
}

const order = ({ year: y, month }: YearMonth) => 12 * y + (month ?? 1);

function pointsIn(text: string, asOf: YearMonth, monthFirst: boolean): Point[] {
  const points: Point[] = [];
  for (const match of text.matchAll(patterns().point)) {
    const groups = match.groups as Record<string, string | undefined>;
    const read = readPoint(groups, asOf, monthFirst);
    if (!read) continue;
    if (read.kind !== 'present' && read.kind !== 'nameOnly') {
      if (read.date.year < firstYear || read.date.year > asOf.year + yearsAhead) continue;
    }
    points.push({ ...read, start: match.index, end: match.index + match[0].trimEnd().length });
  }
  return points;
}

type Read = Pick<Point, 'kind' | 'date' | 'tail'>;

function readPoint(
  found: Record<string, string | undefined>,
  asOf: YearMonth,
  monthFirst: boolean,
): Read | undefined {
  const date = (y: string, month: string | number | null | undefined): Read => ({
    kind: 'month',
    date: { year: Number(y), month: month === null || month === undefined ? null : Number(month) },
    tail: null,
  });
  const full = (twoDigits: string) => {
    const guess = 2000 + Number(twoDigits);
    return String(guess > asOf.year + yearsAhead ? guess - 100 : guess);
  };
  if (found.present ?? found.today) return { kind: 'present', date: asOf, tail: null };
  if (found.isoYear) return inMonth(date(found.isoYear, found.isoMonth));
  if (found.ymdYear) return date(found.ymdYear, found.ymdMonth);
  if (found.fullYear) {
    const [first, second] = [Number(found.first), Number(found.second)];
    const month = first > 12 ? second : second > 12 ? first : monthFirst ? first : second;
    return inMonth(date(found.fullYear, month));
  }
  if (found.numYear) return date(found.numYear, found.numMonth);
  if (found.shortYear) return { ...date(full(found.shortYear), found.shortMonth), kind: 'short' };
  if (found.name) {
    const month = patterns().months.get(foldMonth(found.name))!;
    if (found.nameYear) return date(found.nameYear, month);
    // "May 12" may as well be a day, unless a range makes it a year.
    if (found.nameShort) return { ...date(full(found.nameShort), month), kind: 'short' };
    return { kind: 'nameOnly', date: { year: 0, month }, tail: null };
  }
  const read = date(found.year!, null);
  if (!found.yearTail) return read;
  const tail = Number(found.year!.slice(0, 2) + found.yearTail);
  if (tail > Number(found.year) && tail <= asOf.year + yearsAhead) return { ...read, tail };
  return read;
}

function inMonth(read: Read): Read | undefined {
  const { month } = read.date;
  return month === null || (month >= 1 && month <= 12) ? read : undefined;
}

/** Arabic-Indic, Persian, Devanagari and full-width digits as ASCII, one for one. */
function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => String((digit.charCodeAt(0) - zeroOf(digit)) % 10));
}

function zeroOf(digit: string): number {
  const code = digit.charCodeAt(0);
  return [0x660, 0x6f0, 0x966, 0xff10].findLast((zero) => zero <= code)!;
}
