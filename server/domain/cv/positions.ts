import { type DateMention, datesIn } from './dates.ts';
import { evidenceOf } from './evidence.ts';
import { monthsOf } from './experience.ts';
import { headerPieces, maxHeaderChars, rolesOf } from './header-pieces.ts';
import { hasTitleWord } from './title-words.ts';
import type { CvDocument, CvSection, Evidence, Position, TextLine, YearMonth } from './types.ts';

/** Lines of heading on either side of the dates. */
const maxHeaderLines = 3;

interface DatedLine {
  index: number;
  /** Of dates that go over several lines ("May 2015", "to", "June 2016") the last; their lines hold nothing else. */
  lastIndex: number;
  /** Offsets into the line; where dates go over several lines, into these joined with spaces. */
  dates: DateMention[];
}

/** Positions under headings of experience; where there is no such heading, wherever a range of dates stands by a title. */
export function positionsOf(
  document: CvDocument,
  sections: readonly CvSection[],
  asOf: YearMonth,
): Position[] {
  const experience = sections.filter(({ kind }) => kind === 'experience');
  const found = experience.flatMap((section) => positionsIn(document.lines, section, asOf, false));
  if (found.length > 0) return found;
  const others = sections.filter(({ kind }) =>
    ['top', 'other', 'summary', 'projects', 'volunteering', 'awards', 'contact', 'skills'].includes(kind),
  );
  return others.flatMap((section) => positionsIn(document.lines, section, asOf, true));
}

function positionsIn(
  lines: readonly TextLine[],
  section: CvSection,
  asOf: YearMonth,
  needsTitle: boolean,
): Position[] {
  const anchors = anchorsOf(lines, section, asOf);
  if (anchors.length === 0) return needsTitle ? [] : undated(lines, section);
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
  return headers.flatMap(({ first, last, dates }, order) => {
    const next = headers[order + 1];
    const roles = rolesOf(headerPieces(headerLines(lines, first, last, dates)));
    if (!roles.title && !roles.employer && needsTitle) return [];
    if (needsTitle && !hasTitleWord(roles.title?.value ?? '')) return [];
    const mention = dates.dates.find(({ isRange }) => isRange) ?? dates.dates[0]!;
    const position: Position = {
      ...roles,
      dates: { value: mention.range, evidence: evidenceOfDates(lines, dates, mention) },
      months: monthsOf(mention.range, asOf),
      firstLine: last + 1,
      endLine: next ? next.first : section.endLine,
    };
    return [position];
  });
}

/** Lines whose dates head a position: a range beside few words; a single date only where no line has a range. */
function anchorsOf(lines: readonly TextLine[], section: CvSection, asOf: YearMonth): DatedLine[] {
  const dated: DatedLine[] = [];
  for (let index = section.firstLine; index < section.endLine; index++) {
    const line = lines[index]!;
    const dates = datesIn(line.text, asOf);
    if (dates.length === 0 || !isHeader(line, dates)) continue;
    const wrapped = wrappedRange(lines, index, section.endLine, asOf);
    dated.push(wrapped ?? { index, lastIndex: index, dates });
    if (wrapped) index = wrapped.lastIndex;
  }
  const ranged = dated.filter(({ dates }) => dates.some(({ isRange }) => isRange));
  if (ranged.length > 0) return ranged;
  return dated.filter(({ index }) => !lines[index]!.isBullet);
}

/** A range whose ends stand in lines of their own: narrow columns break it. */
function wrappedRange(
  lines: readonly TextLine[],
  index: number,
  end: number,
  asOf: YearMonth,
): DatedLine | undefined {
  let text = lines[index]!.text;
  if (datesIn(text, asOf).some(({ isRange, range }) => isRange && range.end !== null)) return undefined;
  for (let lastIndex = index + 1; lastIndex < Math.min(end, index + 3); lastIndex++) {
    text += ` ${lines[lastIndex]!.text}`;
    const [only, ...others] = datesIn(text, asOf);
    const isAll = only?.isRange && only.start === 0 && only.end === text.length && others.length === 0;
    if (isAll && text.length <= 40) return { index, lastIndex, dates: [only] };
  }
  return undefined;
}

function isHeader(line: TextLine, dates: readonly DateMention[]): boolean {
  if (line.text.length > maxHeaderChars) return false;
  const first = dates[0]!;
  const before = line.text.slice(0, first.start);
  const after = line.text.slice(dates.at(-1)!.end);
  // A sentence with dates in it: "Between 2012 and 2014 I was …", "…, increasing sales in 2013."
  if (/[a-zà-ÿа-я]\.\s*$/.test(after) && after.trim().split(/\s+/).length > 3) return false;
  if (/^[).\s]*\.\s*$/.test(after) && before.trim().split(/\s+/).length > 3) return false;
  if (/\b(?:in|by|since|for|during|over)\s*$/i.test(before) && before.trim().split(/\s+/).length > 4)
    return false;
  if (line.isBullet && `${before}${after}`.trim().split(/\s+/).length > 9) return false;
  return !/^\p{Ll}/u.test(before) || before.trim().split(/\s+/).length <= 3;
}

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
    const standsOut =
      line.isBold || line.startsBlock || index === section.firstLine || lines[index + 1]?.isBullet === true;
    if (standsOut && isHeaderText(line) && line.text.split(/\s+/).length <= 14 && hasTitleWord(line.text))
      heads.push(index);
  }
  return heads.map((index, order) => ({
    ...rolesOf(headerPieces([{ line: lines[index]!, dates: [] }])),
    dates: null,
    months: null,
    firstLine: index + 1,
    endLine: heads[order + 1] ?? section.endLine,
  }));
}
