import { limits } from '../../../server/config/limits.ts';
import type { DateRange, YearMonth } from '../../../server/domain/cv/types.ts';
import type { CorpusCv } from '../cv-match/corpus.ts';

const { maxNameChars, maxTextChars, maxFreeTextChars, ...most } = limits.search.candidate;

const dateOf = ({ year, month }: YearMonth): string =>
  month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
const datesOf = (dates: DateRange | undefined) =>
  dates ? { start: dateOf(dates.start), end: dates.end && dateOf(dates.end) } : {};

/** What was read of a CV as a client would send it: every line in one field, those that are nothing special in `text`. */
export function candidateOf({ document, profile }: Pick<CorpusCv, 'document' | 'profile'>, id: string) {
  const { lines } = document;
  const sent = new Set<number>();
  const textOf = (firstLine: number, endLine: number, maxChars: number) => {
    for (let line = firstLine; line < endLine; line++) sent.add(line);
    return joined(lines.slice(firstLine, endLine)).slice(0, maxChars) || null;
  };
  const name = (found: { value: string } | null | undefined) => found?.value.slice(0, maxNameChars) ?? null;
  const summary = profile.sections.find(({ kind }) => kind === 'summary');
  const candidate = {
    external_id: id,
    full_name: name(profile.contacts.name),
    headline: name(profile.headline),
    summary: summary ? textOf(summary.firstLine, summary.endLine, maxTextChars) : null,
    skills: profile.skills.slice(0, most.skills).map((one) => name(one)),
    experience: profile.positions.slice(0, most.positions).map((one) => ({
      title: name(one.title),
      employer: name(one.employer),
      ...datesOf(one.dates?.value),
      description: textOf(one.firstLine, one.endLine, maxTextChars),
    })),
    education: profile.education.slice(0, most.education).map((one) => ({
      degree: one.degree?.value.name.slice(0, maxNameChars) ?? null,
      field: name(one.field),
      institution: name(one.institution),
      is_ongoing: one.isOngoing,
      ...datesOf(one.dates?.value),
    })),
    languages: profile.languages.slice(0, most.languages).map(({ value }) => ({
      name: value.code,
      level: value.isNative ? 'native' : value.level,
    })),
    certificates: profile.certificates.slice(0, most.certificates).map((one) => name(one)),
  };
  const rest = joined(lines.filter((_, line) => !sent.has(line)));
  return { ...candidate, text: rest.slice(0, maxFreeTextChars) || null };
}

const joined = (lines: readonly { text: string }[]): string => lines.map(({ text }) => text).join('\n');
