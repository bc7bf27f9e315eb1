import { type Static, Type } from 'typebox';
import type {
  DateRange,
  Education,
  Evidence,
  Found,
  Position,
  CvProfile as ReadProfile,
  YearMonth,
} from '../../../domain/cv/types.ts';
import { degreeLevels } from '../../../domain/languages/pack.ts';
import { choice, flag, listOf, object, orNull, ref, share, text, whole } from '../../shapes/schema.ts';

/** What is shown of the CV itself. */

const CvQuote = Type.Object(
  {
    text: text('A line of the CV, or a part of one, as it was read.'),
    page: whole('Number of the page, from 1.', { minimum: 1 }),
    box: object('Where it stands on the page as displayed; does not depend on how large a page is drawn.', {
      x: share('Left edge, as a share of the page’s width from its left.'),
      y: share('Upper edge, as a share of the page’s height from its top.'),
      width: share('Width, as a share of the page’s width.'),
      height: share('Height, as a share of the page’s height.'),
    }),
  },
  { $id: 'CvQuote', description: 'Words of the CV and where they stand.' },
);
export const quotes = (description: string) => listOf(CvQuote, description);
const readFrom = quotes('The words of the CV that it was read from.');

const CvField = Type.Object(
  { value: text('What the CV says.'), evidence: readFrom },
  { $id: 'CvField', description: 'Something that the CV says, with the words it was read from.' },
);
const field = (description: string) => orNull(ref(CvField, `${description} Null where the CV does not say.`));
const fields = (description: string) => listOf(CvField, description);
const said = (description: string) => orNull(text(`${description} Null where the CV does not say.`));

const dates = {
  start: said('First month or year, "2019-03" or "2019".'),
  end: orNull(
    text('Last month or year, "2023-11" or "2023". Null where it goes on, and where the CV does not say.'),
  ),
  is_current: flag('It has a start and goes on.'),
};

const CvPosition = Type.Object(
  {
    title: said('The title, as written.'),
    employer: said('The employer, as written.'),
    location: said('The place, as written.'),
    ...dates,
    months: orNull(
      whole('Whole months, both ends counted; a lone year counts 12. Null where the CV gives no dates.'),
    ),
    evidence: readFrom,
  },
  { $id: 'CvPosition', description: 'A job that the person has or had.' },
);

const CvEducation = Type.Object(
  {
    degree: said('The degree, as written.'),
    degree_level: orNull(
      choice(
        degreeLevels,
        'What the degree amounts to, in rising order: school, vocational, bachelor, master, doctorate. Null where no degree is given.',
      ),
    ),
    field: said('Field of study, as written.'),
    institution: said('Where it was, as written.'),
    ...dates,
    is_ongoing: flag('The CV says that it is not finished, or its dates go on.'),
    evidence: readFrom,
  },
  { $id: 'CvEducation', description: 'A course of studies.' },
);

const CvLanguage = Type.Object(
  {
    code: text('ISO 639-1.'),
    level: orNull(
      choice(
        ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'],
        'CEFR level as the CV says it, or what its words mean ("fluent": C1). Null where it says none.',
      ),
    ),
    is_native: flag('The CV calls it a native language.'),
    evidence: readFrom,
  },
  { $id: 'CvLanguage', description: 'A language that the CV names.' },
);

export const CvProfile = Type.Object(
  {
    language: orNull(text('Language that the CV is written in, ISO 639-1. Null where that is unclear.')),
    name: field('The person’s name; no part of any score.'),
    headline: field('The title that the person gives themselves.'),
    emails: fields('E-mail addresses.'),
    phones: fields('Telephone numbers: digits, with a leading "+" where one stood.'),
    links: fields('Web addresses, absolute.'),
    location: field('Where the person lives; no part of any score.'),
    total_experience_months: orNull(
      whole(
        'Months worked up to the day of submission, overlaps counted once. Null where no position has dates.',
      ),
    ),
    positions: listOf(CvPosition, 'In the order of the CV.'),
    education: listOf(CvEducation, 'In the order of the CV.'),
    skills: fields('What stands in sections of skills, one entry each, as written.'),
    languages: listOf(CvLanguage, 'Languages, in the order of the CV.'),
    certificates: fields('Certificates, as written.'),
  },
  { $id: 'CvProfile', description: 'What the CV says; nothing in here is guessed.' },
);
export type CvProfile = Static<typeof CvProfile>;

/** What the CV says of the person, as clients see it: each field with the words it was read from. */
export function presentProfile(profile: ReadProfile) {
  const { contacts, headline, totalExperienceMonths } = profile;
  return {
    language: profile.language,
    name: shownOrNull(contacts.name),
    headline: shownOrNull(headline),
    emails: contacts.emails.map(shown),
    phones: contacts.phones.map(shown),
    links: contacts.links.map(shown),
    location: shownOrNull(contacts.location),
    total_experience_months: totalExperienceMonths,
    positions: profile.positions.map(presentPosition),
    education: profile.education.map(presentEducation),
    skills: profile.skills.map(shown),
    languages: profile.languages.map(({ value, evidence }) => ({
      code: value.code,
      level: value.level,
      is_native: value.isNative,
      evidence,
    })),
    certificates: profile.certificates.map(shown),
  };
}

const shown = ({ value, evidence }: Found<string>) => ({ value, evidence });

const shownOrNull = (found: Found<string> | null) => found && shown(found);

function presentPosition({ title, employer, location, dates, months }: Position) {
  return {
    title: title?.value ?? null,
    employer: employer?.value ?? null,
    location: location?.value ?? null,
    ...presentDates(dates),
    months,
    evidence: allEvidence(title, employer, location, dates),
  };
}

function presentEducation({ degree, field, institution, dates, isOngoing }: Education) {
  return {
    degree: degree?.value.name ?? null,
    degree_level: degree?.value.level ?? null,
    field: field?.value ?? null,
    institution: institution?.value ?? null,
    ...presentDates(dates),
    is_ongoing: isOngoing,
    evidence: allEvidence(degree, field, institution, dates),
  };
}

/** "2019-03", or "2019" where no month is given; `end` is null where it goes on, and where there are no dates. */
function presentDates(dates: Found<DateRange> | null) {
  const date = ({ year, month }: YearMonth) =>
    month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
  const { start, end } = dates?.value ?? { start: null, end: null };
  return {
    start: start && date(start),
    end: end && date(end),
    is_current: start !== null && end === null,
  };
}

/** The words of all fields, each stretch once. */
function allEvidence(...found: (Found<unknown> | null)[]): Evidence[] {
  const all = found.flatMap((one) => one?.evidence ?? []);
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

export const quoteExample: Static<typeof CvQuote> = {
  text: 'Advanced SQL, five years',
  page: 1,
  box: { x: 0.12, y: 0.41, width: 0.3, height: 0.02 },
};

export const profileExample: CvProfile = {
  language: 'en',
  name: { value: 'Alex Example', evidence: [{ ...quoteExample, text: 'Alex Example' }] },
  headline: null,
  emails: [{ value: 'alex@example.com', evidence: [] }],
  phones: [],
  links: [],
  location: null,
  total_experience_months: 64,
  positions: [
    {
      title: 'Accountant',
      employer: 'Example Ltd',
      location: null,
      start: '2021-03',
      end: null,
      is_current: true,
      months: 64,
      evidence: [],
    },
  ],
  education: [],
  skills: [{ value: 'SQL', evidence: [quoteExample] }],
  languages: [
    { code: 'en', level: 'C1', is_native: false, evidence: [] },
    { code: 'de', level: 'B1', is_native: false, evidence: [] },
  ],
  certificates: [],
};
