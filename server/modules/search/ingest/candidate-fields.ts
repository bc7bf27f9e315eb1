import { limits } from '../../../config/limits.ts';
import type {
  ParsedCv,
  ParsedEducation,
  ParsedLanguage,
  ParsedPosition,
} from '../../../domain/cv/parsed-cv.ts';
import type { DateRange, YearMonth } from '../../../domain/cv/types.ts';
import { isObject, isTooDeep } from '../../../domain/json.ts';
import { charCount, cleanTags, isStorable, parseMetadata } from '../../../domain/labels/labels.ts';
import { createFaults, entry, type Faults, member } from '../../../domain/requirements/faults.ts';
import { guessLanguage } from '../../../domain/search/guess-language.ts';
import { ApiError } from '../../../errors.ts';
import { CandidateInput, EducationInput, LanguageInput, PositionInput } from '../contract/candidates.ts';
import type { BatchRow } from '../types.ts';

const bounds = limits.search.candidate;

/** Of the unknown fields of an entry so many are told. */
const mostUnknown = 20;

/** A candidate of a batch, or everything that is wrong with it. Throws nothing: a bad row must not spoil the good ones. */
export function readCandidate(given: unknown): BatchRow {
  const faults = createFaults();
  const row = readMembers(given, CandidateInput, '', faults);
  if (!row) return { externalId: null, faults: faults.fields() };
  const externalId = readExternalId(row.external_id, faults);
  const read = {
    fullName: readName(row.full_name, 'full_name', faults),
    headline: readName(row.headline, 'headline', faults),
    summary: readText(row.summary, 'summary', faults),
    location: readName(row.location, 'location', faults),
    skills: readList(row.skills, 'skills', bounds.skills, faults, readName).filter((one) => one !== null),
    experience: readList(row.experience, 'experience', bounds.positions, faults, readPosition).filter(
      (one) => one !== null,
    ),
    education: readList(row.education, 'education', bounds.education, faults, readEducation).filter(
      (one) => one !== null,
    ),
    languages: readList(row.languages, 'languages', bounds.languages, faults, readLanguage).filter(
      (one) => one !== null,
    ),
    certificates: readList(row.certificates, 'certificates', bounds.certificates, faults, readName).filter(
      (one) => one !== null,
    ),
    text: readText(row.text, 'text', faults, bounds.maxFreeTextChars),
  };
  const tags = readTags(row.tags, faults);
  const metadata = readMetadata(row.metadata, faults);
  if (faults.count === 0 && saysNothing(read)) {
    faults.add(
      'candidate',
      'Says nothing to be found by; send at least one of headline, summary, skills, experience, education, text.',
    );
  }
  if (externalId === null || faults.count > 0) return { externalId, faults: faults.fields() };
  const cv: ParsedCv = { language: guessLanguage(proseOf(read)), ...read };
  return { candidate: { externalId, cv, tags, metadata } };
}

type Read = Omit<ParsedCv, 'language'>;

const saysNothing = ({ headline, summary, skills, experience, education, text }: Read): boolean =>
  [headline, summary, text].every((one) => one === null) &&
  [skills, experience, education].every((list) => list.length === 0);

/** Sentences tell the language; lists of skills are English everywhere. */
const proseOf = ({ summary, experience, text, headline }: Read): string =>
  [summary, ...experience.map(({ description }) => description), text, headline].filter(Boolean).join('\n');

function readMembers<Name extends string>(
  given: unknown,
  { properties }: { properties: Readonly<Record<Name, unknown>> },
  path: string,
  faults: Faults,
): Partial<Record<Name, unknown>> | undefined {
  if (!isObject(given)) return void faults.add(path || 'candidate', 'Must be an object.');
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  for (const name of unknown.slice(0, mostUnknown)) {
    faults.add(
      member(path, name.slice(0, 60)),
      `Is not known; known are ${Object.keys(properties).join(', ')}.`,
    );
  }
  return given as Partial<Record<Name, unknown>>;
}

function readExternalId(given: unknown, faults: Faults): string | null {
  const { maxChars } = limits.externalId;
  if (typeof given === 'string' && given !== '' && isStorable(given) && charCount(given) <= maxChars)
    return given;
  faults.add(
    'external_id',
    given === undefined ? 'Is missing.' : `Must be a text of 1 to ${maxChars} characters.`,
  );
  return null;
}

function readText(
  given: unknown,
  path: string,
  faults: Faults,
  maxChars: number = bounds.maxTextChars,
): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') return fault(faults, path, 'Must be text or null.');
  if (!isStorable(given)) return fault(faults, path, 'Must not contain NUL or broken characters.');
  const text = given.trim();
  // Counting characters as people do is slow, and hardly ever needed.
  if (text.length > maxChars && charCount(text) > maxChars) {
    return fault(faults, path, `Must have at most ${maxChars} characters.`);
  }
  return text || null;
}

const readName = (given: unknown, path: string, faults: Faults): string | null =>
  readText(given, path, faults, bounds.maxNameChars);

function readList<Item>(
  given: unknown,
  path: string,
  most: number,
  faults: Faults,
  read: (one: unknown, path: string, faults: Faults) => Item,
): Item[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    faults.add(path, 'Must be a list.');
    return [];
  }
  if (given.length > most) {
    faults.add(path, `Must have at most ${most} entries; it has ${given.length}.`);
    return [];
  }
  return given.map((one, index) => read(one, entry(path, index), faults));
}

function readPosition(given: unknown, path: string, faults: Faults): ParsedPosition | null {
  const one = readMembers(given, PositionInput, path, faults);
  if (!one) return null;
  return {
    title: readName(one.title, `${path}.title`, faults),
    employer: readName(one.employer, `${path}.employer`, faults),
    location: readName(one.location, `${path}.location`, faults),
    dates: readDates(one, path, faults),
    description: readText(one.description, `${path}.description`, faults),
  };
}

function readEducation(given: unknown, path: string, faults: Faults): ParsedEducation | null {
  const one = readMembers(given, EducationInput, path, faults);
  if (!one) return null;
  const { is_ongoing: isOngoing = false } = one;
  if (isOngoing !== null && typeof isOngoing !== 'boolean')
    faults.add(`${path}.is_ongoing`, 'Must be true or false.');
  const dates = readDates(one, path, faults);
  return {
    degree: readName(one.degree, `${path}.degree`, faults),
    field: readName(one.field, `${path}.field`, faults),
    institution: readName(one.institution, `${path}.institution`, faults),
    dates,
    isOngoing: isOngoing === true,
  };
}

function readLanguage(given: unknown, path: string, faults: Faults): ParsedLanguage | null {
  const one = readMembers(given, LanguageInput, path, faults);
  if (!one) return null;
  const name = readName(one.name, `${path}.name`, faults);
  const level = readName(one.level, `${path}.level`, faults);
  if (name === null) return fault(faults, `${path}.name`, 'Is missing.');
  return { name, level };
}

/** A start without an end goes on; an end without a start says only when it ended. */
function readDates(
  { start, end }: { start?: unknown; end?: unknown },
  path: string,
  faults: Faults,
): DateRange | null {
  const from = readDate(start, `${path}.start`, faults);
  const isOpen =
    end === undefined || end === null || (typeof end === 'string' && /^present$/i.test(end.trim()));
  const to = isOpen ? null : readDate(end, `${path}.end`, faults);
  if (from === null) return to && { start: to, end: to };
  if (to && monthsSince(to) < monthsSince(from)) {
    faults.add(`${path}.end`, 'Must not be before start.');
    return null;
  }
  return { start: from, end: to };
}

const monthsSince = ({ year, month }: YearMonth) => 12 * year + (month ?? 12);

function readDate(given: unknown, path: string, faults: Faults): YearMonth | null {
  if (given === undefined || given === null) return null;
  const [, year, month] =
    typeof given === 'string'
      ? (/^((?:19|20)\d{2})(?:-(0[1-9]|1[0-2])(?:-\d{2})?)?$/.exec(given.trim()) ?? [])
      : [];
  if (year === undefined) return fault(faults, path, 'Must be a date such as "2019-03" or "2019".');
  return { year: Number(year), month: month === undefined ? null : Number(month) };
}

function readTags(given: unknown, faults: Faults): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given) || !given.every((tag) => typeof tag === 'string' && isStorable(tag))) {
    faults.add('tags', 'Must be a list of texts.');
    return [];
  }
  return judged('tags', faults, () => cleanTags(given), []);
}

function readMetadata(given: unknown, faults: Faults): Record<string, unknown> {
  if (given === undefined || given === null) return {};
  if (!isObject(given) || isTooDeep(given)) {
    faults.add('metadata', 'Must be a JSON object.');
    return {};
  }
  const text = JSON.stringify(given);
  // Before all of it is read once more: a row may bring megabytes.
  const { maxTotalBytes } = limits.metadata;
  if (Buffer.byteLength(text) > maxTotalBytes) {
    faults.add('metadata', `metadata is larger than ${maxTotalBytes / 1024} KB.`);
    return {};
  }
  return judged('metadata', faults, () => parseMetadata(text), {});
}

/** What the rules of labels refuse is one more fault of the row. */
function judged<Value>(path: string, faults: Faults, read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    faults.add(path, error.message);
    return otherwise;
  }
}

const fault = (faults: Faults, path: string, message: string): null => {
  faults.add(path, message);
  return null;
};
