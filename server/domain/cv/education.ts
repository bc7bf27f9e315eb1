import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { type DateMention, datesIn } from './dates.ts';
import { type DegreeMention, degreeIn, isGenericDegree, isSecondarySchool } from './degrees.ts';
import { evidenceOf } from './evidence.ts';
import { isSchool } from './organisation-words.ts';
import { isPlace } from './places.ts';
import { splitAt, withoutDates } from './text-ranges.ts';
import type { CvDocument, CvSection, Education, Found, TextLine, YearMonth } from './types.ts';

const ongoing = lazy(
  () => new RegExp(`(?<!\\p{L})(?:${cvWords(({ stillStudying }) => stillStudying)})(?!\\p{L})`, 'iu'),
);

/** Stretches of one line that may be a field of study or a school. */
const separator = /\s{2,}|\s*[|•·●:;；：]\s*|\s+[-–—]\s+|\s*[–—]\s+|\s*(?:,\s+|[،、，]\s*)|\s*\(|\)\s*/g;

interface Reading {
  index: number;
  line: TextLine;
  dates: DateMention[];
  degree: DegreeMention | undefined;
  hasSchool: boolean;
}

/** Schools and degrees under headings of education; without such a heading, lines that name both a degree and a school or year. */
export function educationOf(
  document: CvDocument,
  sections: readonly CvSection[],
  asOf: YearMonth,
): Education[] {
  const { lines } = document;
  const under = sections.filter(({ kind }) => kind === 'education');
  const found = under.flatMap((section) =>
    entriesIn(readingsOf(lines, section, asOf), section.endLine, asOf),
  );
  if (found.length > 0) return found;
  const elsewhere = sections.filter(({ kind }) => kind !== 'experience' && kind !== 'references');
  return elsewhere.flatMap((section) => {
    const readings = readingsOf(lines, section, asOf).filter(
      ({ degree, hasSchool, dates, line }) =>
        degree && (hasSchool || dates.length > 0) && line.text.length <= 160,
    );
    return readings.map((reading) => entryOf([reading], reading.index + 1, asOf));
  });
}

function readingsOf(lines: readonly TextLine[], section: CvSection, asOf: YearMonth): Reading[] {
  return lines.slice(section.firstLine, section.endLine).map((line, offset) => ({
    index: section.firstLine + offset,
    line,
    dates: datesIn(line.text, asOf),
    degree: degreeIn(line.text),
    hasSchool: isSchool(line.text),
  }));
}

/** A new entry begins where a line brings again what the entry already has. */
function entriesIn(readings: readonly Reading[], endLine: number, asOf: YearMonth): Education[] {
  const groups: Reading[][] = [];
  let group: Reading[] = [];
  for (const reading of readings) {
    const { degree, hasSchool, dates } = reading;
    const has = (holds: (one: Reading) => boolean) => group.some(holds);
    const again =
      (degree && has((one) => one.degree !== undefined)) ||
      (hasSchool && has((one) => one.hasSchool) && !(degree && !has((one) => one.degree !== undefined))) ||
      (dates.length > 0 &&
        has((one) => one.dates.length > 0) &&
        (reading.line.startsBlock || isDateOnly(reading)));
    if (again && group.length > 0) {
      // A date or school just above belongs to what it heads: dates first, then the degree.
      const carried: Reading[] = [];
      while (group.length > 1 && isLead(group.at(-1)!, group)) carried.unshift(group.pop()!);
      groups.push(group);
      group = carried;
    }
    group.push(reading);
  }
  if (group.length > 0) groups.push(group);
  return groups
    .filter((one) => one.some(({ degree, hasSchool }) => degree || hasSchool))
    .map((one, order, all) => entryOf(one, all[order + 1]?.[0]?.index ?? endLine, asOf));
}

const isDateOnly = ({ line, dates }: Reading) =>
  dates.length > 0 && line.text.length - (dates[0]!.end - dates[0]!.start) < 4;

function isLead(reading: Reading, group: readonly Reading[]): boolean {
  return isDateOnly(reading) && group.some((one) => one !== reading && one.dates.length > 0);
}

function entryOf(group: readonly Reading[], endLine: number, asOf: YearMonth): Education {
  const withDegree = group.find(({ degree }) => degree);
  const dated = group.find(({ dates }) => dates.length > 0);
  const mention = dated?.dates.find(({ isRange }) => isRange) ?? dated?.dates[0];
  const dates =
    dated && mention?.range
      ? { value: mention.range, evidence: [evidenceOf(dated.line, mention.start, mention.end)] }
      : null;
  const end = mention?.range?.end;
  const field = withDegree ? fieldOf(withDegree) : null;
  const isFuture = mention?.range && (end === null || (end !== undefined && isAfter(end, asOf)));
  return {
    degree: withDegree ? degreeOf(withDegree, group) : null,
    field,
    institution: institutionOf(group, field?.value),
    dates,
    isOngoing: isFuture || group.some(({ line }) => ongoing().test(line.text)),
    firstLine: group[0]!.index,
    endLine,
  };
}

const isAfter = (date: YearMonth, asOf: YearMonth) =>
  date.year > asOf.year || (date.year === asOf.year && (date.month ?? 1) > (asOf.month ?? 12));

function degreeOf({ line, degree }: Reading, group: readonly Reading[]): Education['degree'] {
  const { name, start, end } = degree!;
  const isSecondary = isGenericDegree(name) && group.some((one) => isSecondarySchool(one.line.text));
  const level = isSecondary ? 'school' : degree!.level;
  return { value: { level, name }, evidence: [evidenceOf(line, start, end)] };
}

/** "Bachelor of Science : Accounting", "B.Sc. in Physics", "Master of Business Administration": what follows the degree. */
function fieldOf({ line, degree, dates }: Reading): Found<string> | null {
  const { text } = line;
  const named = /\b(?:of|in)\s+((?:(?!\s(?:of|in)\s).)+)$/i.exec(degree!.name);
  const generic = /^(?:arts?|science|sciences|applied science|applied arts|degree|technology)$/i;
  const pieces = piecesOf(text, degree!.end, dates);
  const next = pieces.find(({ value }) => !isSchool(value) && !isPlace(value) && /\p{L}{3}/u.test(value));
  if (
    next &&
    next.value.length <= 80 &&
    !/^(?:gpa|grade|honou?rs|cum laude|magna|note|city|state)\b/i.test(next.value)
  ) {
    return { value: next.value, evidence: [evidenceOf(line, next.start, next.end)] };
  }
  if (named && !generic.test(named[1]!.trim())) {
    const start = degree!.start + degree!.name.length - named[1]!.length;
    return { value: named[1]!.trim(), evidence: [evidenceOf(line, start, degree!.end)] };
  }
  return null;
}

const fieldLead = lazy(
  () => new RegExp(`^[\\s.,:;–—-]*(?:(?:${cvWords(({ fieldLeads }) => fieldLeads)})\\s+)?`, 'i'),
);

/** Pieces behind an offset, dates and leading "in", "of" left out; a piece ends where a school's name begins in it. */
function piecesOf(text: string, from: number, dates: readonly DateMention[]) {
  return stretchesOf(text, dates)
    .filter(({ end }) => end > from)
    .flatMap((stretch) => {
      const start = Math.max(from, stretch.start);
      const body = text.slice(start, stretch.end);
      const lead = body.match(fieldLead())![0].length;
      const value = untilSchool(body.slice(lead));
      return value.length > 1 ? [{ value, start: start + lead, end: start + lead + value.length }] : [];
    });
}

const stretchesOf = (text: string, dates: readonly DateMention[]) =>
  withoutDates(text, dates).flatMap((stretch) => splitAt(text, stretch, separator));

/** "Accounting Holy Angel University" is "Accounting": the school's name begins with the capital words before its kind. */
function untilSchool(value: string): string {
  if (!isSchool(value)) return value;
  const words = value.split(' ');
  const at = words.findIndex((word) => isSchool(word));
  // With fewer words before it, all of it is the name: "Lincoln High School".
  return at < 3 ? value : words.slice(0, at - 2).join(' ');
}

/** What stands below a degree and is no school. */
const remark = /honou?rs|distinction|laude|gpa|grade|coursework|dean|thesis|major|minor|relevant/i;

function institutionOf(group: readonly Reading[], field: string | undefined): Found<string> | null {
  for (const { line, degree, dates } of group) {
    const named = stretchesOf(line.text, dates)
      .map(({ start, end }) => ({ value: line.text.slice(start, end), start }))
      .filter(({ value }) => isSchool(value) && !kindOnly.test(value));
    const best = named.find(({ value }) => !degree || !value.includes(degree.name)) ?? named[0];
    if (!best) continue;
    const name = withoutField(schoolName(best.value, degree?.name), field);
    const offset = best.start + best.value.indexOf(name);
    return { value: name, evidence: [evidenceOf(line, offset, offset + name.length)] };
  }
  // Behind a degree, the line's neighbour is the school even if its name does not say so.
  const bare = group.find(
    ({ degree, line, dates }) => !degree && dates.length === 0 && !line.isBullet && line.text.length <= 70,
  );
  const hasDegree = group.some(({ degree }) => degree);
  return bare && hasDegree && !isPlace(bare.line.text) && !remark.test(bare.line.text)
    ? { value: bare.line.text, evidence: [evidenceOf(bare.line)] }
    : null;
}

/** "High School Diploma" names no school. */
const kindOnly = /^(?:(?:senior )?high|secondary|graduate|some) (?:school|college)(?: diploma)?$/i;

/** "Journalism State University Journalism", where the form printed the field before and after the school. */
function withoutField(value: string, field: string | undefined): string {
  if (!field) return value;
  let name = value;
  if (name.startsWith(`${field} `) && isSchool(name.slice(field.length)))
    name = name.slice(field.length).trim();
  if (name.endsWith(` ${field}`) && isSchool(name.slice(0, -field.length)))
    name = name.slice(0, -field.length).trim();
  return name;
}

function schoolName(value: string, degree: string | undefined): string {
  if (!degree || !value.includes(degree)) return value;
  const behind = value
    .slice(value.indexOf(degree) + degree.length)
    .replace(/^[\s,:;.-]*(?:in|of|at|from)?\s+/i, '');
  return isSchool(behind) ? behind : value;
}
