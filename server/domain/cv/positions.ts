import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { type DateMention, datesIn } from './dates.ts';
import { evidenceOf } from './evidence.ts';
import { monthsOf } from './experience.ts';
import { headerPieces, maxHeaderChars, rolesOf } from './header-pieces.ts';
import { isOrganisation } from './organisation-words.ts';
import { hasTitleWord } from './title-words.ts';
import type { CvDocument, CvSection, DateRange, Evidence, Position, TextLine, YearMonth } from './types.ts';
import { wholeWords } from './words.ts';

/** Lines of heading on either side of the dates. */
const maxHeaderLines = 3;
/** Dates further behind in a long line are part of a text. */
const maxRunOnChars = 90;

interface DatedLine {
  index: number;
  /** Of dates that go over several lines ("May 2015", "to", "June 2016") the last; their lines hold nothing else. */
  lastIndex: number;
  /** Offsets into the line; where dates go over several lines, into these joined with spaces. */
  dates: DateMention[];
}

/** Positions, and what stands among them like one and was not understood. */
export interface PositionsFound {
  positions: Position[];
  /** Positions whose dates are there and were not understood; they have none. */
  unclearDates: number;
  /** Lines with a range of dates that belong to no position and do not look like running text. */
  unreadLines: number;
}

/** Positions under headings of experience; where there is no such heading, wherever a range of dates stands by a title. */
export function positionsOf(
  document: CvDocument,
  sections: readonly CvSection[],
  asOf: YearMonth,
): PositionsFound {
  const experience = sections.filter(({ kind }) => kind === 'experience');
  const found = joined(experience.map((section) => positionsIn(document.lines, section, asOf, false)));
  if (found.positions.length > 0) return found;
  const others = sections.filter(({ kind }) =>
    ['top', 'other', 'summary', 'projects', 'volunteering', 'awards', 'contact', 'skills'].includes(kind),
  );
  const elsewhere = joined(others.map((section) => positionsIn(document.lines, section, asOf, true)));
  return { ...elsewhere, unreadLines: found.unreadLines };
}

const joined = (parts: readonly PositionsFound[]): PositionsFound => ({
  positions: parts.flatMap(({ positions }) => positions),
  unclearDates: parts.reduce((sum, { unclearDates }) => sum + unclearDates, 0),
  unreadLines: parts.reduce((sum, { unreadLines }) => sum + unreadLines, 0),
});

function positionsIn(
  lines: readonly TextLine[],
  section: CvSection,
  asOf: YearMonth,
  needsTitle: boolean,
): PositionsFound {
  const { anchors, unread } = anchorsOf(lines, section, asOf);
  if (!anchors.some(({ dates }) => dates.length > 0)) {
    const positions = needsTitle ? [] : undated(lines, section);
    return { positions, unclearDates: 0, unreadLines: unread };
  }
  const leading = Math.min(maxHeaderLines - 1, anchors[0]!.index - section.firstLine);
  const headers = anchors.map((anchor, order) => {
    const previous = anchors[order - 1];
    const floor = previous ? previous.lastIndex + 1 : section.firstLine;
    return headerAround(lines, anchor, {
      floor,
      ceiling: anchors[order + 1]?.index ?? section.endLine,
      leading,
    });
  });
  const isRanged = anchors.some(({ dates }) => dates.some(({ isRange }) => isRange));
  let unclearDates = 0;
  const positions = headers.flatMap(({ first, last, dates: anchor }, order): Position[] => {
    const next = headers[order + 1];
    const header = headerLines(lines, first, last, anchor);
    const roles = rolesOf(headerPieces(header));
    if (isCareerBreak(header.map(({ line }) => line.text).join(' '))) return [];
    if (needsTitle && !hasTitleWord(roles.title?.value ?? '')) return [];
    const mention = datesOf(anchor.dates, isRanged);
    if (mention === null && anchor.dates.length > 0) unclearDates++;
    return [
      {
        ...roles,
        dates: mention && {
          value: mention.range,
          evidence: evidenceOfDates(lines, anchor, mention),
        },
        months: mention && monthsOf(mention.range, asOf),
        firstLine: last + 1,
        endLine: next ? next.first : section.endLine,
      },
    ];
  });
  return { positions, unclearDates, unreadLines: needsTitle ? 0 : unread };
}

/**
 * The dates of a position; null where they are not clear: several ranges, several dates that make none, a single date where
 * the other positions have ranges, and whatever is only half understood.
 */
function datesOf(
  mentions: readonly DateMention[],
  isRanged: boolean,
): (DateMention & { range: DateRange }) | null {
  const ranges = mentions.filter(({ isRange }) => isRange);
  const candidates = ranges.length > 0 || isRanged ? ranges : mentions;
  const [only, ...others] = candidates;
  return only?.range && others.length === 0 ? { ...only, range: only.range } : null;
}

/** Time away from work, and no words of work beside it: "Career break (parental leave)". */
const careerBreak = lazy(() => wholeWords(cvWords(({ careerBreaks }) => careerBreaks)));
const isCareerBreak = (header: string) => careerBreak().test(header) && !hasTitleWord(header);

/**
 * Lines that head a position: a range beside few words, or one date where it stands as the ranges do. Bullets head something
 * only where nothing else does.
 */
function anchorsOf(
  lines: readonly TextLine[],
  section: CvSection,
  asOf: YearMonth,
): { anchors: DatedLine[]; unread: number } {
  const dated: DatedLine[] = [];
  for (let index = section.firstLine; index < section.endLine; index++) {
    const line = lines[index]!;
    const dates = datesIn(line.text, asOf);
    if (dates.length === 0) continue;
    const runsOn = runOnDates(line, lines[index - 1], dates);
    if (runsOn) {
      dated.push({ index, lastIndex: index, dates: [runsOn] });
      continue;
    }
    if (!isHeader(line, dates)) continue;
    const wrapped = wrappedRange(lines, index, section.endLine, asOf);
    dated.push(wrapped ?? { index, lastIndex: index, dates });
    if (wrapped) index = wrapped.lastIndex;
  }
  const isBullet = ({ index }: DatedLine) => lines[index]!.isBullet;
  const ranged = dated.filter(({ dates }) => dates.some(({ isRange }) => isRange) || dates.length > 1);
  const standing = ranged.filter((one) => !isBullet(one));
  const single = dated.filter((one) => !isBullet(one) && !ranged.includes(one));
  if (standing.length === 0 && single.length === 0)
    return { anchors: ranged.filter((one) => namesWork(lines, one)), unread: 0 };
  if (standing.length === 0) return { anchors: single, unread: 0 };
  const isNamed = standing.some((one) => namesWork(lines, one));
  const isBare = (one: DatedLine) => isDateOnly(lines[one.index]!, one.dates);
  // Where dates have lines of their own, dates among words head something only where the line stands out.
  const isLikeFirst = (one: DatedLine) =>
    isBare(one) || !isBare(standing[0]!) || standsOut(lines, one.index, section);
  const isHeading = (one: DatedLine) =>
    isLikeFirst(one) &&
    (namesWork(lines, one) || !isNamed || standsOut(lines, one.index, section) || isBare(one));
  const anchors = [
    ...standing.filter(isHeading),
    ...single.filter(
      (one) =>
        namesWork(lines, one) &&
        (standsOut(lines, one.index, section) || standsOut(lines, one.index - 1, section)),
    ),
    ...undatedHeads(lines, section, dated),
  ].toSorted((a, b) => a.index - b.index);
  const isAtEdge = ({ index, dates }: DatedLine) =>
    dates[0]!.start === 0 || dates.at(-1)!.end === lines[index]!.text.length;
  const unread = ranged.filter(
    (one) => !anchors.includes(one) && (!isBullet(one) || (isAtEdge(one) && namesWork(lines, one))),
  );
  return { anchors, unread: unread.length };
}

/**
 * The range of a heading whose description follows in the same line: behind a short title ("Business Analyst 05/1998 to 05/2001 Acme Before …"), or
 * first, under a title or before an employer.
 */
function runOnDates(
  line: TextLine,
  above: TextLine | undefined,
  [first]: readonly DateMention[],
): DateMention | undefined {
  if (line.text.length <= maxHeaderChars || line.isBullet || !first?.isRange || first.end > maxRunOnChars)
    return;
  const before = line.text.slice(0, first.start).trim();
  const isTitled =
    before === ''
      ? (above && isHeaderText(above) && hasTitleWord(above.text)) ||
        beginsWithEmployer(line.text.slice(first.end))
      : hasTitleWord(before) && before.split(/\s+/).every((word) => !/^\p{Ll}{4}/u.test(word));
  return isTitled ? first : undefined;
}

/** Whether the line, or the one above or below a line of dates, names an occupation or an employer. */
function namesWork(lines: readonly TextLine[], { index, lastIndex, dates }: DatedLine): boolean {
  const line = lines[index]!;
  const names = (text: string | undefined) =>
    text !== undefined && (hasTitleWord(text) || isOrganisation(text));
  const beside = [lines[index - 1], lines[lastIndex + 1]].filter((one) => one && isHeaderText(one));
  return names(line.text) || (isDateOnly(line, dates) && beside.some((one) => names(one!.text)));
}

function standsOut(lines: readonly TextLine[], index: number, section: CvSection): boolean {
  const line = lines[index];
  return line !== undefined && (line.isBold || line.startsBlock || index <= section.firstLine);
}

/** Three words at most, each with a capital. */
const isShortTitle = (text: string) => /^\p{Lu}\S*(?:\s\p{Lu}\S*){0,2}$/u.test(text);

/** Among dated positions: lines of their own that name an occupation and little else. */
function undatedHeads(
  lines: readonly TextLine[],
  section: CvSection,
  dated: readonly DatedLine[],
): DatedLine[] {
  const heads: DatedLine[] = [];
  for (let index = section.firstLine; index < section.endLine; index++) {
    const line = lines[index]!;
    const isNear = dated.some(
      (one) => index >= one.index - maxHeaderLines && index <= one.lastIndex + maxHeaderLines,
    );
    const isHead =
      standsOut(lines, index, section) &&
      isHeaderText(line) &&
      !/[:.]$/.test(line.text) &&
      hasTitleWord(line.text) &&
      (isOrganisation(line.text) || isShortTitle(line.text));
    if (isHead && !isNear) heads.push({ index, lastIndex: index, dates: [] });
  }
  return heads;
}

/** A range whose ends stand in lines of their own: narrow columns break it. */
function wrappedRange(
  lines: readonly TextLine[],
  index: number,
  end: number,
  asOf: YearMonth,
): DatedLine | undefined {
  let text = lines[index]!.text;
  if (datesIn(text, asOf).some(({ isRange, range }) => isRange && range?.end)) return undefined;
  for (let lastIndex = index + 1; lastIndex < Math.min(end, index + 3); lastIndex++) {
    text += ` ${lines[lastIndex]!.text}`;
    const [only, ...others] = datesIn(text, asOf);
    const isAll =
      only?.range && only.isRange && only.start === 0 && only.end === text.length && others.length === 0;
    if (isAll && text.length <= 40) return { index, lastIndex, dates: [only] };
  }
  return undefined;
}

function isHeader(line: TextLine, dates: readonly DateMention[]): boolean {
  if (line.text.length > maxHeaderChars) return false;
  const before = line.text.slice(0, dates[0]!.start);
  const after = line.text.slice(dates.at(-1)!.end);
  const wordsBefore = before.trim().split(/\s+/).filter(Boolean).length;
  // A sentence with dates in it: "Between 2012 and 2014 I was …", "…, increasing sales in 2013."
  if (/[a-zà-ÿа-я]\.\s*$/.test(after) && after.trim().split(/\s+/).length > 3) return false;
  if (/^[).\s]*\.\s*$/.test(after) && wordsBefore > 3) return false;
  const isOccupied = hasTitleWord(before);
  if (/\b(?:in|by|since|for|during|over|of)\s*$/i.test(before) && wordsBefore > (isOccupied ? 4 : 1))
    return false;
  // "Ran Windows Server 2008 – 2019 for two offices": the sentence goes on.
  if (wordsBefore > 0 && /^\s*\p{Ll}/u.test(after) && !goesOnAt().test(after)) return false;
  if (
    /^\s*(?:\p{Lu}\p{Ll}+(?:ed|ing)|Ran|Led|Built|Grew|Wrote|Oversaw|Sold|Taught)\s/u.test(before) &&
    !isOccupied
  )
    return false;
  if (line.isBullet && `${before}${after}`.trim().split(/\s+/).length > 9) return false;
  return !/^\p{Ll}/u.test(before) || wordsBefore <= 3;
}

/** "Engineer 2010 – 2012 at Acme". */
const goesOnAt = lazy(() => new RegExp(`^\\s*(?:${cvWords(({ at }) => at)})\\s+\\p{Lu}`, 'u'));

/** The lines around a dated line that head its position. */
function headerAround(
  lines: readonly TextLine[],
  anchor: DatedLine,
  { floor, ceiling, leading }: { floor: number; ceiling: number; leading: number },
): { first: number; last: number; dates: DatedLine } {
  let first = anchor.index;
  // The first position of a section shows how many lines stand before the dates.
  while (anchor.index - first < leading && first - 1 >= floor && isHeaderText(lines[first - 1]!)) first--;
  let last = anchor.lastIndex;
  while (last + 1 < ceiling && last - anchor.lastIndex < maxHeaderLines - 1) {
    const next = lines[last + 1]!;
    const { title, employer } = rolesOf(headerPieces(headerLines(lines, first, last, anchor)));
    if (title && employer) break;
    const runsOn =
      last === anchor.lastIndex && isDateOnly(lines[anchor.index]!, anchor.dates) && startsLikeHeader(next);
    if (!(isHeaderText(next) || runsOn) || last + 1 >= ceiling - leading) break;
    last++;
  }
  return { first, last, dates: anchor };
}

/** The lines of a heading with the dates in them; lines of a range that goes over several hold no words. */
function headerLines(lines: readonly TextLine[], first: number, last: number, anchor: DatedLine) {
  const header: { line: TextLine; dates: readonly DateMention[] }[] = [];
  for (let index = first; index <= last; index++) {
    const isDated = index >= anchor.index && index <= anchor.lastIndex;
    if (isDated && anchor.lastIndex > anchor.index) continue;
    header.push({ line: lines[index]!, dates: isDated ? anchor.dates : [] });
  }
  return header;
}

function evidenceOfDates(
  lines: readonly TextLine[],
  { index, lastIndex }: DatedLine,
  mention: DateMention,
): Evidence[] {
  if (lastIndex === index) return [evidenceOf(lines[index]!, mention.start, mention.end)];
  return lines.slice(index, lastIndex + 1).map((line) => evidenceOf(line));
}

const isDateOnly = (line: TextLine, dates: readonly DateMention[]) =>
  line.text.length - dates.reduce((sum, { start, end }) => sum + end - start, 0) < 4;

/** A heading whose description follows in the same line. */
const startsLikeHeader = (line: TextLine) =>
  !line.isBullet && hasTitleWord(line.text.slice(0, 60)) && /^\p{Lu}/u.test(line.text);

/** "Acme Inc." ends in a full stop as well, but is short. */
const isSentence = (text: string) => /[.;。।؛]$/.test(text) && text.split(/\s+/).length > 5;

function isHeaderText(line: TextLine): boolean {
  const words = line.text.split(/\s+/).length;
  return (
    !line.isBullet &&
    words <= 14 &&
    line.text.length <= maxHeaderChars &&
    !isSentence(line.text) &&
    !/^\p{Ll}/u.test(line.text)
  );
}

/** Without any dates: lines that stand out and hold a title. */
function undated(lines: readonly TextLine[], section: CvSection): Position[] {
  const heads: number[] = [];
  for (let index = section.firstLine; index < section.endLine; index++) {
    const line = lines[index]!;
    const next = lines[index + 1];
    const isFollowed = next !== undefined && index + 1 < section.endLine && beginsWithEmployer(next.text);
    const isMarked = standsOut(lines, index, section) || next?.isBullet === true || isFollowed;
    if (isMarked && isHeaderText(line) && hasTitleWord(line.text)) heads.push(index);
  }
  return heads.map((index, order) => ({
    ...rolesOf(headerPieces([{ line: lines[index]!, dates: [] }])),
    dates: null,
    months: null,
    firstLine: index + 1,
    endLine: heads[order + 1] ?? section.endLine,
  }));
}

/** "Company Name – City, State Process payroll …": the description may follow in the same line. */
const beginsWithEmployer = (text: string) =>
  headerPieces([{ line: { text } as TextLine, dates: [] }])
    .slice(0, 1)
    .some((piece) => isOrganisation(piece.text));
