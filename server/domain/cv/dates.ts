import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { type DatePoint, datePointsIn, rangeSign, untilWords } from './date-points.ts';
import type { DateRange, YearMonth } from './types.ts';

/** A date or range of dates in a text; offsets, end exclusive. */
export interface DateMention {
  /** Null where it is a range or date by all appearances, and not understood: "April 2105 – March 2019", "2015 – ?". */
  range: DateRange | null;
  /** Two ends were given, or an open end; false for a single date. */
  isRange: boolean;
  start: number;
  end: number;
}

const patterns = lazy(() => {
  const small = `(?:(?:${cvWords(({ dates }) => dates?.articles)}|${cvWords(({ dates }) => dates?.about)}|${cvWords(({ dates }) => dates?.since)}|${partWords()})[.\\s-]+(?:(?:${cvWords(({ dates }) => dates?.of)})\\s+)?)*`;
  const open = '[\\s()\\[\\]{}"\'’‘“”„«»]*';
  const mark = `(?:\\s?(?:${cvWords(({ dates }) => dates?.yearMarks)})(?!\\p{L})\\.?)?`;
  const join = `${open}(?:(?:${rangeSign}|${untilWords()})${open})+${small}`;
  return {
    between: new RegExp(`^${mark},?${join}$`, 'iu'),
    /** Before a word for today no sign is needed: "2015 (current)", "2015, present". */
    beforeToday: /^[\s,()[\]{}"'’‘“”„«»<>*]*$/u,
    opening: new RegExp(`(?<!\\p{L})(?:${cvWords(({ dates }) => dates?.since)})[\\s:]*${small}$`, 'iu'),
    /** "Until 2019": when it began is not said. */
    closing: new RegExp(
      `(?:^|[,(|•·:]|\\s{2,})\\s*(?:${untilWords()})\\s+${small}$|^\\s*(?:${rangeSign})\\s*${small}$`,
      'iu',
    ),
    betweenWord: new RegExp(`(?<!\\p{L})(?:${cvWords(({ dates }) => dates?.between)})\\s+${small}$`, 'iu'),
    and: new RegExp(`^\\s+(?:${cvWords(({ headingJoint }) => headingJoint)})\\s+${small}$`, 'iu'),
    /** "2012 –" goes on. */
    dangling: /^\s*[-–—]\s*(?:$|(?=[)\]]))/u,
    /** Behind the sign of a range stands something that is no date and begins nothing new: "2015 – ?", "2015 – pågående". */
    unread: new RegExp(
      `^\\s*(?:${rangeSign}|${untilWords()})\\s*(?:[?…]+|TB[ADC]|[Nn]/?[Aa]|\\.{2,}|\\p{Ll}+(?:\\s\\p{Ll}+){0,2})\\s*(?:$|[)\\]|,])`,
      'u',
    ),
    duration: new RegExp(
      `^[^\\p{L}\\p{N}]*\\d{1,2}\\+?\\s*(?:${cvWords(({ years }) => years)}|months?|mos?)(?!\\p{L})`,
      'iu',
    ),
  };
});

/** Words for parts of years; before a month they change nothing: "from early May 2015". */
const partWords = () =>
  cvWords(({ dates }) => dates?.parts && Object.values(dates.parts).filter(Boolean).join('|'));

/**
 * Dates in a line of a CV, in the order they stand: "Mar 2019 – Present", "03/19 → 05/21", "2019年3月～現在", "seit 2015", "Q1 2015 – Q3 2019",
 * "2008". Digits of all scripts are read. Any sign between two dates makes a range, unless it parts the items of a list.
 *
 * @param asOf the month that "present" is; later years than a few ahead of it are no dates
 * @param monthFirst whether 03/04/2019 is the 4th of March; days are first anyway where the same text shows it
 */
export function datesIn(text: string, asOf: YearMonth, monthFirst = true): DateMention[] {
  // Most lines have no number, and that is told far quicker.
  if (!/\p{Nd}/u.test(text)) return [];
  const points = datePointsIn(text, asOf, monthFirst);
  const mentions: DateMention[] = [];
  for (let index = 0; index < points.length; ) {
    let last = index;
    while (last + 1 < points.length && isJoined(text, points[last]!, points[last + 1]!)) last++;
    const joined = points.slice(index, last + 1);
    const mention = joined.length > 1 ? rangeMention(joined) : singleMention(text, joined[0]!);
    if (mention) mentions.push(mention);
    index = last + 1;
  }
  return mentions;
}

function isJoined(text: string, from: DatePoint, to: DatePoint): boolean {
  const gap = text.slice(from.end, to.start);
  const { between, beforeToday, betweenWord, and } = patterns();
  if (between.test(gap)) {
    const kinds = [from.kind, to.kind];
    if (kinds.includes('odd')) return kinds.includes('date');
    return kinds.some((kind) => kind !== 'nameOnly');
  }
  if (to.kind === 'present') {
    // "2015年3月至今", "Jan 2015  Present".
    if (gap.trim() === '') return true;
    return beforeToday.test(gap) && /^\s*(?:$|[\p{P}|])/u.test(text.slice(to.end));
  }
  if (and.test(gap)) return betweenWord.test(text.slice(0, from.start));
  // Two columns: when it began, when it ended.
  const isAlike = from.kind === 'date' && to.kind === 'date';
  return /^\s{2,}$/.test(gap) && isAlike && order(from.first) < order(to.last);
}

/** Points with the signs of ranges between them, two or more. */
function rangeMention(points: readonly DatePoint[]): DateMention | undefined {
  const [from, to] = [points[0]!, points.at(-1)!];
  const place = { isRange: true, start: from.start, end: to.end };
  // "March/April 2015 – June 2019" has three; of others it is not clear which are meant.
  const isClear = points.length === 2 || (points.length === 3 && from.kind === 'nameOnly');
  const isKnown = points.every(({ kind }) => kind !== 'odd' && kind !== 'broken');
  if (!isClear || !isKnown) return { ...place, range: null };
  const range = rangeOf(from, to, points[1]!.first.year);
  return range === undefined ? undefined : { ...place, range };
}

/** Null where the two make no sense together; undefined where they are no dates. */
function rangeOf(from: DatePoint, to: DatePoint, nextYear: number): DateRange | null | undefined {
  if (to.kind === 'nameOnly') return from.kind === 'date' ? null : undefined;
  // Lines written right to left may come with their ends the other way round.
  if (from.kind === 'present') return to.kind === 'date' ? { start: to.first, end: null } : undefined;
  if (to.kind === 'present') return from.kind === 'nameOnly' ? undefined : { start: from.first, end: null };
  // "Mar – Aug 2019", "April 15 – May 19, 2019": the year counts for both.
  const isDay =
    from.kind === 'short' && !from.hasDay && from.first.month !== null && to.kind === 'date' && to.hasDay;
  if (from.kind === 'nameOnly' || isDay) {
    const start = { year: nextYear, month: from.first.month };
    return order(start) > order(to.last) ? null : { start, end: to.last };
  }
  // "2009-10 – 2012-03" are months because both are written alike; "2009-10 – 2012" may be either.
  if (from.isYearPair !== to.isYearPair && [from, to].some((one) => one.isYearPair && isMonthPair(one))) {
    const other = from.isYearPair ? to : from;
    if (other.first.month === null) return null;
  }
  if (order(from.first) > order(to.last)) return { start: to.first, end: from.last };
  return { start: from.first, end: to.last };
}

const isMonthPair = ({ first }: DatePoint) => first.month !== null;

function singleMention(text: string, point: DatePoint): DateMention | undefined {
  const { opening, closing, dangling, unread, duration } = patterns();
  const { start, end } = point;
  if (point.kind === 'broken') return { range: null, isRange: false, start, end };
  if (point.kind !== 'date') return undefined;
  const after = text.slice(end);
  const before = opening.exec(text.slice(0, start));
  const hanging = dangling.exec(after);
  if (before || hanging) {
    return {
      range: { start: point.first, end: null },
      isRange: true,
      start: before ? before.index : start,
      end: end + (hanging?.[0].length ?? 0),
    };
  }
  const isUnclear = closing.test(text.slice(0, start)) || unread.test(after) || duration.test(after);
  if (isUnclear) return { range: null, isRange: true, start, end };
  // "2009-10" by itself: October, or two years.
  if (point.isYearPair && isMonthPair(point)) return { range: null, isRange: false, start, end };
  return { range: { start: point.first, end: point.last }, isRange: point.isYearPair, start, end };
}

const order = ({ year, month }: YearMonth) => 12 * year + (month ?? 1);
