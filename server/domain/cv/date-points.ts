import type { PartOfYear } from '../languages/pack.ts';
import { cvWords, packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { foldMonth, monthNames } from './month-names.ts';
import type { YearMonth } from './types.ts';

/** One end of a range, or a date by itself; offsets into the text, end exclusive. */
export interface DatePoint {
  start: number;
  end: number;
  /**
   * `nameOnly`: a month whose year stands elsewhere ("Mar – Aug 2019"). `short`: a date in a range only ("May 12" may be a day).
   * `broken`: it should be a date and is none ("April 2105", "20XX"). `odd`: a number that beside a date should be one ("2105 – 2019").
   */
  kind: 'date' | 'present' | 'nameOnly' | 'short' | 'broken' | 'odd';
  /** First and last month that are meant: of "Q1 2015" January and March. */
  first: YearMonth;
  last: YearMonth;
  /** Of "2015-18" and "2009-10": it may be two years. A month is meant where another date beside it is written alike. */
  isYearPair: boolean;
  /** A day of the month is written, too. */
  hasDay: boolean;
}

/** The earliest year a CV speaks of, and how far it looks ahead ("expected 2029"). */
const firstYear = 1940;
const yearsAhead = 8;

const year = '(?:19|20)\\d{2}';
const alone = '(?<![\\p{L}\\p{N}])';
const ended = '(?![\\p{L}\\p{N}])';
const ordinal = '(?:st|nd|rd|th|\\.|er|re|e|ère|ème|[ºª°])?';

/** Months that are meant by a part of a year, from 1. A winter may lie on either side of the new year. */
const partMonths: Readonly<Record<PartOfYear, readonly [number, number] | null>> = {
  beginning: [1, 1],
  early: [2, 3],
  mid: [6, 7],
  late: [10, 11],
  end: [12, 12],
  spring: [3, 5],
  summer: [6, 8],
  autumn: [9, 11],
  winter: null,
  summerTerm: [4, 9],
  // It ends in the year after.
  winterTerm: [10, 15],
};

/** Signs between the two ends of a range: any but those that part the items of a list. */
export const rangeSign = '[^\\p{L}\\p{M}\\p{N}\\s,:;&+.()\\[\\]{}"\'’‘“”„«»]|\\.{2,3}';

export const untilWords = (): string => cvWords(({ dates }) => dates?.until);

/** Built at the first use: the locale data of all languages take a moment to read. */
const patterns = lazy(() => {
  const months = new Map<string, number>();
  for (const [key, month] of monthNames()) {
    months.set(key.normalize('NFD').replace(/\p{M}/gu, ''), month);
    months.set(key, month);
  }
  const parts = partsOfYears();
  const names = (of: Iterable<string>) => [...of].sort((a, b) => b.length - a.length).join('|');
  const name = names(months.keys());
  const part = names(parts.keys());
  const term = `(?:[\\s-]+(?:${cvWords(({ dates }) => dates?.terms)}))?`;
  const of = `(?:(?:${cvWords(({ dates }) => dates?.of)})\\s+)?`;
  const fiscal = cvWords(({ dates }) => dates?.fiscal);
  const numbered = (words: string, numbers: string) =>
    `(?:(?:${words})[\\s.-]?${numbers}|${numbers}${ordinal}[\\s-]?(?:${words}))`;
  const quarter = numbered(
    cvWords(({ dates }) => dates?.quarter),
    '(?:[1-4]|first|second|third|fourth)',
  );
  const half = numbered(
    cvWords(({ dates }) => dates?.half),
    '(?:[12]|first|second)',
  );
  const pair = '(?:\\s?[/–-]\\s?(?<partTail>(?:19|20)?\\d{2})(?!\\d))?';
  /** Alternatives in order of preference; each kind of point has its own named groups. */
  const point = new RegExp(
    [
      `${alone}(?<yearBefore>${year})[\\s./年년-]*第?(?:(?<quarterBehind>${quarter})|(?<halfBehind>${half})|(?<partBehind>${part})${term}(?=\\s*(?:$|[^\\p{L}\\p{N}\\s])))${ended}`,
      `(?<isoYear>${year})\\s?[年년]\\s?(?:(?<isoPart>${part})(?!\\p{Script=Hangul})|(?<isoMonth>\\d{1,2})\\s?[月월])?(?:\\s?\\d{1,2}\\s?[日일])?`,
      `${alone}(?:(?<quarter>${quarter})|(?<half>${half})|(?<part>${part})${term})(?!\\p{L})[\\s.,/-]*${of}(?:(?<partYear>${year})${pair}|(?<partMark>['’])?(?<partShort>\\d{2})(?!\\p{L}|[.,:%]))(?!\\d)`,
      `${alone}(?<ymdYear>${year})[-./](?<ymdMonth>0?[1-9]|1[0-2])(?:[-./](?<ymdDay>\\d{1,2}))?(?![\\p{N}])`,
      `${alone}(?<first>\\d{1,2})\\s?(?<firstSign>[-./])\\s?(?<second>\\d{1,2})\\s?[-./]\\s?(?<fullYear>\\d{4})(?!\\d)`,
      `${alone}(?<numMonth>0?[1-9]|1[0-2])\\s?[-./–]\\s?(?<numYear>\\d{4})(?!\\d)`,
      `${alone}(?<dayOrMonth>\\d{1,2})(?<daySign>[./])(?<monthOrDay>\\d{1,2})\\k<daySign>['’]?(?<dayYear>\\d{2})(?![\\d%./])`,
      `${alone}(?<shortMonth>0?[1-9]|1[0-2])\\s?[/.]\\s?['’]?(?<shortYear>\\d{2})(?![\\d%]|[./]\\d)`,
      `${alone}(?<day>\\d{1,2}(?:st|nd|rd|th|\\.|er)?\\s+(?:de\\s+)?)?(?<name>${name})(?!\\p{L})\\.?(?<dayBehind>\\s+\\d{1,2}(?:st|nd|rd|th)?,)?[\\s,./-]*${of}(?:(?<nameYear>\\d{4,5})(?!\\d)|['’]?(?<nameShort>\\d{2})(?![\\d.,:%])|(?=(?:\\s*(?:${rangeSign}){1,3}\\s*|\\s+(?:${untilWords()})\\s+)[\\p{L}\\d]|\\s*$))`,
      // "20XX", "199?", "2O15".
      `${alone}(?<vague>(?:19|20)(?:\\d[?x]|[?x]{2})|[12][\\doil]{3}(?<=[oil].{0,2}))(?![\\p{L}\\p{N}])`,
      `${alone}(?:(?:${fiscal})\\.?\\s?)?(?<year>${year})(?:\\s?[/–-]\\s?(?<yearTail>\\d{2})(?![\\p{L}\\d]|\\s?[/.-]\\s?\\d))?(?!\\d|[.,]\\d)`,
      `${alone}(?:${fiscal})\\s?['’]?(?<fiscalShort>\\d{2})(?!\\d)`,
      `(?<![\\p{L}\\p{N}])['’](?<apostrophe>\\d{2})(?![\\p{L}\\p{N}])`,
      // A year that cannot be: it counts beside a date only.
      `${alone}(?<oddYear>\\d{4,5})(?![\\p{L}\\p{N}]|[.,]\\d)`,
      `${alone}(?<present>${cvWords(({ dates }) => dates?.today)})${ended}`,
      // Written without spaces to the date before.
      `(?<today>${cvWords(({ dates }) => dates?.todayBehind)})`,
    ].join('|'),
    'giu',
  );
  return { months, parts, point };
});

/** "early", "Sommer", "końcem" and the like, folded, and the part of a year that each of them means. */
function partsOfYears(): Map<string, PartOfYear> {
  const parts = new Map<string, PartOfYear>();
  for (const { cv } of packs) {
    for (const [part, words] of Object.entries(cv.dates?.parts ?? {}) as [PartOfYear, string][]) {
      for (const word of words.split('|')) if (!parts.has(word)) parts.set(word, part);
    }
  }
  return parts;
}

/** All the ends of ranges and single dates in a text, in order; digits of all scripts are read. */
export function datePointsIn(text: string, asOf: YearMonth, monthFirst: boolean): DatePoint[] {
  const plain = plainDigits(text);
  const found = [...plain.matchAll(patterns().point)];
  const daysFirst =
    found.some(({ groups }) => Number(groups?.first ?? groups?.dayOrMonth) > 12) || !monthFirst;
  return found.map((match, index): DatePoint => {
    const read = readPoint(match.groups as Record<string, string | undefined>, asOf, daysFirst);
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    const before = plain.slice(endOf(found[index - 1]), start);
    const after = plain.slice(end, found[index + 1]?.index);
    // "13/2015": what stands before the year belongs to it and is not understood.
    const isCut = /\d\s?[/.-]$/.test(before) || /^[/-]\d/.test(after);
    const isPlausible = read.first.year >= firstYear && read.last.year <= asOf.year + yearsAhead;
    if (read.kind === 'date' && (isCut || !isPlausible)) {
      const isMistyped =
        !isCut && read.first.month !== null && /^(?:1[89]|2[01])\d\d$/.test(`${read.first.year}`);
      return { ...read, kind: isMistyped ? 'broken' : 'odd', start, end };
    }
    return { ...read, start, end };
  });
}

const endOf = (match: RegExpMatchArray | undefined) => (match ? match.index! + match[0].length : 0);

type Read = Omit<DatePoint, 'start' | 'end'>;

const nothing = { isYearPair: false, hasDay: false };

function readPoint(found: Record<string, string | undefined>, asOf: YearMonth, daysFirst: boolean): Read {
  const full = (twoDigits: string) => {
    const guess = 2000 + Number(twoDigits);
    return guess > asOf.year + yearsAhead ? guess - 100 : guess;
  };
  if (found.present ?? found.today) return { kind: 'present', first: asOf, last: asOf, ...nothing };
  if (found.isoYear) {
    return found.isoPart
      ? partOf(Number(found.isoYear), found.isoPart)
      : dateOf(found.isoYear, found.isoMonth);
  }
  const partYear = found.partYear ?? found.yearBefore;
  if (partYear ?? found.partShort) {
    const number = partYear ? Number(partYear) : full(found.partShort!);
    // "Summer 15" may be many things, unless a range makes it a year.
    const kind = partYear || found.partMark ? 'date' : 'short';
    const quarter = found.quarter ?? found.quarterBehind;
    if (quarter) return { ...monthsOf(number, 3 * numberIn(quarter) - 2, 3), kind };
    const half = found.half ?? found.halfBehind;
    if (half) return { ...monthsOf(number, 6 * numberIn(half) - 5, 6), kind };
    return { ...partOf(number, found.part ?? found.partBehind!), kind };
  }
  if (found.ymdYear) {
    const { ymdYear, ymdMonth = '', ymdDay } = found;
    const mayBePair = ymdDay === undefined && ymdMonth.length === 2 && full(ymdMonth) > Number(ymdYear);
    return { ...dateOf(ymdYear, ymdMonth), isYearPair: mayBePair, hasDay: ymdDay !== undefined };
  }
  if (found.fullYear) {
    const [first, second] = [Number(found.first), Number(found.second)];
    // No CV writes 03.04.2019 for the 4th of March.
    const isDayFirst = daysFirst || first > 12 || (found.firstSign === '.' && second <= 12);
    return { ...dateOf(found.fullYear, isDayFirst ? second : first), hasDay: true };
  }
  if (found.dayYear) {
    const [first, second] = [Number(found.dayOrMonth), Number(found.monthOrDay)];
    const isDayFirst = daysFirst || first > 12 || (found.daySign === '.' && second <= 12);
    const read = dateOf(full(found.dayYear), isDayFirst ? second : first);
    return { ...read, kind: read.kind === 'date' ? 'short' : read.kind, hasDay: true };
  }
  if (found.numYear) return dateOf(found.numYear, found.numMonth);
  if (found.shortYear) return { ...dateOf(full(found.shortYear), found.shortMonth), kind: 'short' };
  if (found.name) {
    const month = patterns().months.get(foldMonth(found.name))!;
    const hasDay = found.day !== undefined || found.dayBehind !== undefined;
    if (found.nameYear) return { ...dateOf(found.nameYear, month), hasDay };
    // "May 12" may as well be a day, unless a range makes it a year.
    if (found.nameShort) return { ...dateOf(full(found.nameShort), month), kind: 'short', hasDay };
    return { ...dateOf(0, month), kind: 'nameOnly', hasDay };
  }
  if (found.fiscalShort ?? found.apostrophe)
    return { ...dateOf(full((found.fiscalShort ?? found.apostrophe)!), null), kind: 'short' };
  if (found.year) return yearOf(Number(found.year), found.yearTail, asOf);
  return { ...dateOf(0, null), kind: found.vague ? 'broken' : 'odd' };
}

/** Of "Q3", "2nd quarter" or "first half". */
function numberIn(words: string): number {
  const digit = /[1-4]/.exec(words)?.[0];
  return digit
    ? Number(digit)
    : ['first', 'second', 'third', 'fourth'].findIndex((one) => words.toLowerCase().includes(one)) + 1;
}

/** A month outside of 1–12 breaks it. */
function dateOf(y: string | number, month: string | number | null | undefined): Read {
  const date = { year: Number(y), month: month === null || month === undefined ? null : Number(month) };
  const isMonth = date.month === null || (date.month >= 1 && date.month <= 12);
  return { kind: isMonth ? 'date' : 'odd', first: date, last: date, ...nothing };
}

function yearOf(first: number, tail: string | undefined, asOf: YearMonth): Read {
  const read = dateOf(first, null);
  if (!tail) return read;
  const last = Number(String(first).slice(0, 2) + tail);
  const isPair = last > first && last <= asOf.year + yearsAhead;
  return isPair ? { ...read, last: { year: last, month: null }, isYearPair: true } : { ...read, kind: 'odd' };
}

function partOf(y: number, word: string): Read {
  const span = partMonths[patterns().parts.get(word.toLowerCase())!];
  return span ? monthsOf(y, span[0], span[1] - span[0] + 1) : dateOf(y, null);
}

function monthsOf(y: number, from: number, count: number): Read {
  const at = (month: number) => ({ year: y + Math.floor((month - 1) / 12), month: ((month - 1) % 12) + 1 });
  return { kind: 'date', first: at(from), last: at(from + count - 1), ...nothing };
}

/** Arabic-Indic, Persian, Devanagari and full-width digits as ASCII, one for one. */
function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => String((digit.charCodeAt(0) - zeroOf(digit)) % 10));
}

function zeroOf(digit: string): number {
  const code = digit.charCodeAt(0);
  return [0x660, 0x6f0, 0x966, 0xff10].findLast((zero) => zero <= code)!;
}
