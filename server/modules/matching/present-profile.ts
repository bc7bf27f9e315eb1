import type {
  CvProfile,
  DateRange,
  Education,
  Evidence,
  Found,
  Position,
  YearMonth,
} from '../../domain/cv/types.ts';

/** What the CV says of the person, as clients see it: each field with the words it was read from. */
export function presentProfile(profile: CvProfile) {
  const { contacts, headline, totalExperienceMonths } = profile;
  return {
    language: profile.language,
    name: text(contacts.name),
    headline: text(headline),
    emails: contacts.emails.map(shown),
    phones: contacts.phones.map(shown),
    links: contacts.links.map(shown),
    location: text(contacts.location),
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

const text = (found: Found<string> | null) => found && shown(found);

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
