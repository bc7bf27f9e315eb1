import type { SectionKind } from '../languages/pack.ts';
import { degreeIn } from './degrees.ts';
import { experienceMonths, monthsOf } from './experience.ts';
import { languagesNamed } from './language-names.ts';
import { levelOf } from './languages.ts';
import type {
  Box,
  CvDocument,
  CvProfile,
  CvSection,
  DateRange,
  Education,
  Evidence,
  Found,
  LanguageSkill,
  Position,
  TextLine,
  YearMonth,
} from './types.ts';
import { foldWords } from './words.ts';

/** A CV that another system has parsed: fields instead of pages. What is not known is null or missing from its list. */
export interface ParsedCv {
  /** It is written in, ISO 639-1; null where that is not sure. */
  language: string | null;
  fullName: string | null;
  headline: string | null;
  summary: string | null;
  location: string | null;
  skills: string[];
  experience: ParsedPosition[];
  education: ParsedEducation[];
  languages: ParsedLanguage[];
  certificates: string[];
  /** Whatever else the CV says, or all of it. */
  text: string | null;
}

export interface ParsedPosition {
  title: string | null;
  employer: string | null;
  location: string | null;
  /** Null: it says no dates. */
  dates: DateRange | null;
  description: string | null;
}

export interface ParsedEducation {
  degree: string | null;
  field: string | null;
  institution: string | null;
  dates: DateRange | null;
  isOngoing: boolean;
}

/** As it was written, e.g. "German" and "fluent". */
export interface ParsedLanguage {
  name: string;
  level: string | null;
}

export interface ParsedDocument {
  document: CvDocument;
  profile: CvProfile;
  /** Where what stands on a line came from, e.g. "experience[0].description". */
  fieldOf(place: Box): string;
}

/** A line has no place on a page: its number stands for that. */
const boxOf = (line: number): Box => ({ x: 0, y: line, width: 1, height: 1 });

const noRuns: TextLine['runs'] = [];

/** Lines of a document in the making, each from a field. */
function createFieldLines() {
  const lines: TextLine[] = [];
  const fields: string[] = [];
  const sections: CvSection[] = [];

  const add = (text: string, field: string): Evidence => {
    const box = boxOf(lines.length);
    lines.push({
      text,
      page: 1,
      box,
      runs: noRuns,
      fontSizePt: 10,
      isBold: false,
      isBullet: false,
      startsBlock: false,
      isHyphenated: false,
    });
    fields.push(field);
    return { text, page: 1, box };
  };
  const found = <Value>(value: Value, text: string, field: string): Found<Value> => ({
    value,
    evidence: [add(text, field)],
  });
  const foundText = (text: string | null, field: string) => (text === null ? null : found(text, text, field));
  const addAll = (text: string | null, field: string) => {
    for (const line of linesOf(text)) add(line, field);
  };
  const section = <Made>(kind: SectionKind, make: () => Made): Made => {
    const firstLine = lines.length;
    const made = make();
    if (lines.length > firstLine) sections.push({ kind, title: '', firstLine, endLine: lines.length });
    return made;
  };
  return { lines, fields, sections, section, add, addAll, found, foundText };
}

/**
 * The same that is read from a PDF, so that both are judged by the same rules: every text on a line of its own, under the section that
 * its field stands for.
 *
 * @param asOf the month that "present" means
 */
export function documentOf(cv: ParsedCv, asOf: YearMonth): ParsedDocument {
  const { lines, fields, sections, section, add, addAll, found, foundText } = createFieldLines();
  const top = section('contact', () => ({
    name: foundText(cv.fullName, 'full_name'),
    location: foundText(cv.location, 'location'),
  }));
  const headline = section('top', () => foundText(cv.headline, 'headline'));
  section('summary', () => addAll(cv.summary, 'summary'));
  const positions = section('experience', () =>
    cv.experience.map((one, index): Position => {
      const field = `experience[${index}]`;
      const firstLine = lines.length;
      const position = {
        title: foundText(one.title, `${field}.title`),
        employer: foundText(one.employer, `${field}.employer`),
        location: null,
        dates: one.dates && { value: one.dates, evidence: [] },
        months: one.dates && monthsOf(one.dates, asOf),
      };
      addAll(one.description, `${field}.description`);
      return { ...position, firstLine, endLine: lines.length };
    }),
  );
  const education = section('education', () =>
    cv.education.map((one, index): Education => {
      const field = `education[${index}]`;
      const firstLine = lines.length;
      return {
        degree: one.degree === null ? null : degreeOf(one.degree, add(one.degree, `${field}.degree`)),
        field: foundText(one.field, `${field}.field`),
        institution: foundText(one.institution, `${field}.institution`),
        dates: one.dates && { value: one.dates, evidence: [] },
        isOngoing: one.isOngoing,
        firstLine,
        endLine: lines.length,
      };
    }),
  );
  const skills = section('skills', () => cv.skills.map((one, index) => found(one, one, `skills[${index}]`)));
  const languages = section('languages', () =>
    cv.languages.flatMap((one, index) => {
      const evidence = [add([one.name, one.level].filter(Boolean).join(' '), `languages[${index}]`)];
      return spokenOf(one).map((value) => ({ value, evidence }));
    }),
  );
  const certificates = section('certificates', () =>
    cv.certificates.map((one, index) => found(one, one, `certificates[${index}]`)),
  );
  section('other', () => addAll(cv.text, 'text'));

  return {
    document: { pages: [{ number: 1, widthPt: 595, heightPt: 842, source: 'text' }], lines },
    profile: {
      language: cv.language,
      contacts: { name: top.name, emails: [], phones: [], links: [], location: top.location },
      headline,
      sections,
      positions,
      totalExperienceMonths: experienceMonths(positions, asOf),
      education,
      skills,
      languages,
      certificates,
      warnings: [],
    },
    fieldOf: ({ y }) => fields[y] ?? '',
  };
}

/** What stands between line breaks, without bullets. */
export const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replace(/^[\s•·▪◦*–—-]+/, '').trim())
    .filter(Boolean);

function degreeOf(text: string, evidence: Evidence): Education['degree'] {
  const named = degreeIn(text);
  return named ? { value: { level: named.level, name: text }, evidence: [evidence] } : null;
}

function spokenOf({ name, level }: ParsedLanguage): LanguageSkill[] {
  const said = level === null ? undefined : levelOf(foldWords(level));
  const codes = /^[a-z]{2}$/.test(name) ? [name] : languagesNamed(foldWords(name)).map(({ code }) => code);
  return [...new Set(codes)].map((code) => ({
    code,
    level: said?.level ?? null,
    isNative: said?.isNative ?? false,
  }));
}
