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

/** A new entry begins where a line brings what the entry already has: two lines never make a degree that the candidate does not hold. */
function entriesIn(readings: readonly Reading[], endLine: number, asOf: YearMonth): Education[] {
  const groups: Reading[][] = [];
  let group: Reading[] = [];
  for (const reading of readings) {
    if (group.length > 0 && beginsAnew(reading, group)) {
      // Dates or a school just above belong to what they head: dates first, then the degree.
      const carried: Reading[] = [];
      while (reading.dates.length === 0 && group.length > 1 && isLead(group.at(-1)!, group))
        carried.unshift(group.pop()!);
      groups.push(group);
      group = carried;
    }
    group.push(reading);
  }
  if (group.length > 0) groups.push(group);
  return groups
    .filter((one) => one.some(({ degree, hasSchool }) => degree || hasSchool) && !isCertificateOnly(one))
    .map((one, order, all) => entryOf(one, all[order + 1]?.[0]?.index ?? endLine, asOf));
}

/** Further on in a line, a degree is part of a text: "Graduation expected in 2016 - A.A. in Business". */
const maxDegreeOffset = 60;

function beginsAnew(reading: Reading, group: readonly Reading[]): boolean {
  const { degree, hasSchool, dates, line } = reading;
  const before = group.filter((one) => one !== reading);
  const known = (holds: (one: Reading) => boolean) => before.some(holds);
  const isRepeated = before.some((one) => saysAgain(line.text, one.line.text));
  const bringsDegree =
    degree !== undefined && (degree.start <= maxDegreeOffset || line.startsBlock) && !isRepeated;
  if (bringsDegree && known((one) => one.degree !== undefined)) return true;
  const isComplete =
    known((one) => one.hasSchool) && known((one) => one.degree !== undefined || one.dates.length > 0);
  if (
    hasSchool &&
    ((hasSchool && dates.length > 0) || !isRepeated) &&
    known((one) => one.hasSchool) &&
    (isComplete || degree === undefined)
  )
    return true;
  const isDatedAgain = dates.length > 0 && known((one) => one.dates.length > 0 && !sameDates(one, reading));
  return (
    isDatedAgain && !isRepeated && (line.startsBlock || isDateOnly(reading) || bringsDegree || hasSchool)
  );
}

/** A line that names the same school, or that the one above already holds. */
function saysAgain(text: string, above: string): boolean {
  const school = schoolsIn(text)[0];
  // Forms print the degree once more below: "Post Graduate Diploma in Business Administration with …".
  if (text.length >= 30 && above.includes(text.slice(0, 30))) return true;
  return above.includes(text) || (school !== undefined && above.includes(school));
}

const schoolsIn = (text: string): string[] =>
  stretchesOf(text, [])
    .map(({ start, end }) => text.slice(start, end))
    .filter((one) => isSchool(one) && !kindOnly.test(one));

const sameDates = (a: Reading, b: Reading) =>
  JSON.stringify(a.dates[0]?.range) === JSON.stringify(b.dates[0]?.range);

const isDateOnly = ({ line, dates }: Reading) =>
  dates.length > 0 && line.text.length - (dates[0]!.end - dates[0]!.start) < 4;

function isLead(reading: Reading, group: readonly Reading[]): boolean {
  return (
    reading.dates.length > 0 &&
    reading.degree === undefined &&
    !reading.hasSchool &&
    group.some((one) => one !== reading && one.dates.length > 0)
  );
}

/** "Certificate ServSafe, Allergen": neither a school nor a year; it stands among the certificates. */
const isCertificateOnly = (group: readonly Reading[]) =>
  group.every(
    ({ degree, hasSchool, dates }) =>
      !hasSchool && dates.length === 0 && (!degree || /^certificate$/i.test(degree.name)),
  );

function entryOf(group: readonly Reading[], endLine: number, asOf: YearMonth): Education {
  const withDegree = group.find(({ degree }) => degree);
  const dated = group.find(({ dates }) => dates.length > 0);
  const mention = dated?.dates.find(({ isRange }) => isRange) ?? dated?.dates[0];
  const dates =
    dated && mention?.range
      ? { value: mention.range, evidence: [evidenceOf(dated.line, mention.start, mention.end)] }
      : null;
  const end = mention?.range?.end;
  const field = withDegree ? fieldOf(withDegree) : bareFieldOf(group);
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

const generic = /^(?:arts?|fine arts?|science|sciences|applied science|applied arts|degree|technology)$/i;
const noField =
  /^(?:gpa|grade|honou?rs|cum laude|magna|summa|note|city|state|expected|graduated|degree|diploma)\b/i;

/** "Bachelor of Science : Accounting", "B.Sc. in Physics", "Master of Business Administration": what follows the degree. */
function fieldOf({ line, degree, dates }: Reading): Found<string> | null {
  const { text } = line;
  const at = (start: number, value: string) => ({
    value,
    evidence: [evidenceOf(line, start, start + value.length)],
  });
  const repeated = repeatedField(text, degree!.end);
  if (repeated) return at(repeated.start, repeated.value);
  const named = /\b(?:of|in)\s+((?:(?!\s(?:of|in)\s).)+)$/i.exec(degree!.name);
  const [next, ...others] = piecesOf(text, degree!.end, dates);
  // "School and District Administration" is one where another piece is the school.
  const isOwn =
    next !== undefined &&
    isSchool(next.value) &&
    /^\s*[:：]/.test(text.slice(degree!.end)) &&
    others.some(({ value }) => isSchool(value));
  const field = isOwn
    ? next
    : piecesOf(text, degree!.end, dates, true).find(
        ({ value }) => !isSchool(value) && !isPlace(value) && /\p{L}{3}/u.test(value),
      );
  if (field && field.value.length <= 80 && !noField.test(field.value)) return at(field.start, field.value);
  if (named && !generic.test(named[1]!.trim())) {
    const start = degree!.start + degree!.name.length - named[1]!.length;
    return { value: named[1]!.trim(), evidence: [evidenceOf(line, start, degree!.end)] };
  }
  // "Individual Studies Certificate".
  const before = stretchesOf(text.slice(0, degree!.start), []).at(-1);
  const value = before && text.slice(before.start, before.end);
  const isBefore =
    value &&
    before.end >= degree!.start - 2 &&
    /\p{L}{3}/u.test(value) &&
    !isSchool(value) &&
    !isPlace(value);
  return isBefore ? at(before.start, value) : null;
}

/** Without a degree: what stands first in the line of the school or the year, "Business Management 2018 Prairie State College". */
function bareFieldOf(group: readonly Reading[]): Found<string> | null {
  const reading = group.find(({ hasSchool, dates }) => hasSchool || dates.length > 0);
  if (!reading) return null;
  const { line, dates } = reading;
  const [label, behind] = stretchesOf(line.text, dates);
  // "Teacher Certification : Education".
  const isLabel = label && behind && /^\s*:/.test(line.text.slice(label.end));
  const first = isLabel ? behind : label;
  const value = first && line.text.slice(first.start, first.end);
  const isField =
    value &&
    value.length <= 60 &&
    /\p{L}{3}/u.test(value) &&
    !isSchool(value) &&
    !isPlace(value) &&
    !noField.test(value);
  return isField ? { value, evidence: [evidenceOf(line, first.start, first.end)] } : null;
}

/** Forms print the field before the school and once more at the end: "Communications University of Phoenix Communications". */
function repeatedField(text: string, from: number): { value: string; start: number } | null {
  const lead = /^[\s:：,–-]*/.exec(text.slice(from))![0].length;
  const words = text.slice(from + lead).split(' ');
  for (let count = Math.min(10, Math.floor(words.length / 2)); count > 0; count--) {
    const value = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s,]+$/, '');
    if (/\p{L}{3}|^\p{Lu}{2}$/u.test(value) && text.endsWith(` ${value}`))
      return { value, start: from + lead };
  }
  return null;
}

const fieldLead = lazy(
  () => new RegExp(`^[\\s.,:;–—-]*(?:(?:${cvWords(({ fieldLeads }) => fieldLeads)})\\s+)?`, 'i'),
);

/** Pieces behind an offset, dates and leading "in", "of" left out; the first ends where a school's name begins in it if `isCut`. */
function piecesOf(text: string, from: number, dates: readonly DateMention[], isCut = false) {
  return stretchesOf(text, dates)
    .filter(({ end }) => end > from)
    .flatMap((stretch, order) => {
      const start = Math.max(from, stretch.start);
      const body = text.slice(start, stretch.end);
      const lead = body.match(fieldLead())![0].length;
      const isSeparate = order > 0 || stretch.start > from || /\S/.test(body.slice(0, lead));
      const value = isCut
        ? untilSchool(body.slice(lead), isSeparate && stretch.start <= from + 3)
        : body.slice(lead);
      return value.length > 1 ? [{ value, start: start + lead, end: start + lead + value.length }] : [];
    });
}

const stretchesOf = (text: string, dates: readonly DateMention[]) =>
  withoutDates(text, dates).flatMap((stretch) => splitAt(text, stretch, separator));

/**
 * "Accounting Holy Angel University" is "Accounting", "Communications University of Phoenix" is "Communications": the school's name begins with the
 * capital words before its kind, or with its kind. Behind a degree without a sign in between, all of it is the name: "MBA Eastern Mexico University".
 */
function untilSchool(value: string, hasField: boolean): string {
  if (!isSchool(value)) return value;
  const words = value.split(' ');
  const at = words.findIndex((word) => isSchool(word));
  if (!hasField) return value;
  if (/^univ\S* (?:of|de|di|do) /i.test(words.slice(at).join(' '))) return words.slice(0, at).join(' ');
  // With fewer words before it, all of it is the name: "Lincoln High School".
  return at < 3 ? value : words.slice(0, at - 2).join(' ');
}

/** What stands below a degree and is no school. */
const remark = /honou?rs|distinction|laude|gpa|grade|coursework|dean|thesis|major|minor|relevant/i;

function institutionOf(group: readonly Reading[], field: string | undefined): Found<string> | null {
  for (const { line, degree, dates } of group) {
    const named = stretchesOf(line.text, dates)
      .map(({ start, end }) => ({ value: line.text.slice(start, end), start }))
      .filter(({ value }) => isSchool(value) && !kindOnly.test(value) && value !== field);
    const best = named.find(({ value }) => !degree || !value.includes(degree.name)) ?? named[0];
    if (!best) continue;
    const name = withoutField(schoolName(best.value, degree?.name), field);
    const offset = best.start + best.value.indexOf(name);
    return { value: name, evidence: [evidenceOf(line, offset, offset + name.length)] };
  }
  // Behind the year of a degree stands the school, even if its name does not say so: "Physics , 2002 OUAT – State".
  for (const { line, degree, dates } of group) {
    const [date] = dates;
    if (!degree || !date || degree.start > date.start) continue;
    const behind = stretchesOf(line.text, dates).find(({ start }) => start >= date.end);
    const value = behind && line.text.slice(behind.start, behind.end);
    if (
      value &&
      value !== field &&
      /^\p{Lu}/u.test(value) &&
      value.length <= 60 &&
      !isPlace(value) &&
      !remark.test(value)
    )
      return { value, evidence: [evidenceOf(line, behind.start, behind.end)] };
  }
  // Behind a degree, the line's neighbour is the school even if its name does not say so.
  const bare = group.find(
    ({ degree, line, dates }) => !degree && dates.length === 0 && !line.isBullet && line.text.length <= 70,
  );
  const hasDegree = group.some(({ degree }) => degree);
  return bare &&
    hasDegree &&
    bare.line.text !== field &&
    !isPlace(bare.line.text) &&
    !remark.test(bare.line.text)
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
