import type { ParsedCv } from '../cv/parsed-cv.ts';
import { stemmerFor } from '../matching/stem.ts';
import { normalise, wordsOf } from '../matching/words.ts';
import type { Requirements } from '../requirements/types.ts';
import { withoutContacts } from './vector-text.ts';

/** What a candidate is found by, stemmed: what they are and can before what they tell. Neither says who they are. */
export interface IndexTerms {
  head: string[];
  body: string[];
}

/** Longer CVs repeat themselves. */
const maxBodyTerms = 2500;

/** Stems of a text in order, joining words left out. */
export const stemsOf = (text: string, language: string | null): string[] =>
  wordsOf(text, stemmerFor(language ?? 'en')).map(({ stem }) => stem);

export function indexTerms(cv: ParsedCv): IndexTerms {
  const { language } = cv;
  const head = [
    cv.headline,
    ...cv.experience.map(({ title }) => title),
    ...cv.skills,
    ...cv.certificates,
    ...cv.education.flatMap(({ degree, field }) => [degree, field]),
    ...cv.languages.map(({ name }) => name),
  ];
  const told = [
    cv.summary,
    ...cv.experience.flatMap(({ employer, description }) => [employer, description]),
    cv.text,
  ];
  const names = new Set(
    [cv.fullName, cv.location].flatMap((text) => (text ?? '').split(/[\s,]+/).map(normalise)),
  );
  const body = wordsOf(withoutContacts(joined(told)), stemmerFor(language ?? 'en'))
    .filter(({ form }) => !names.has(form))
    .slice(0, maxBodyTerms);
  return { head: stemsOf(joined(head), language), body: body.map(({ stem }) => stem) };
}

const joined = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('\n');

/** What a search asks for, in the customer's words. */
export interface AskedTexts {
  /** Of the job; empty where it has none. Also the first of those named. */
  title: string;
  /** Names of skills, industries and jobs, and what is a must. */
  named: string[];
  /** Whatever else says what is wanted. */
  told: string[];
}

/** @param aliasesOf other names of the same skill or industry */
export function askedTexts(
  { requirements, title, description }: { requirements: Requirements; title: string; description: string },
  aliasesOf: (name: string) => readonly string[] = () => [],
): AskedTexts {
  const { skills, industries_config, education } = requirements;
  const names = [...skills.hard_skills, ...(industries_config ?? [])].map(({ name }) => name);
  return {
    title,
    named: [
      title,
      ...names,
      ...names.flatMap(aliasesOf),
      ...requirements.minimal_qualifications.map(({ text }) => text),
      ...(education.is_enabled ? education.fields : []),
    ].filter(Boolean),
    told: [
      ...requirements.preferable_qualifications.map(({ text }) => text),
      ...skills.soft_skills.map(({ name }) => name),
      ...skills.language_skills_config.map(({ name }) => name),
      description,
    ].filter(Boolean),
  };
}

/** More ask for little more and cost time. */
const maxTerms = 40;
/** Mentions that are read through for one search; commoner words are left out. */
export const maxMentions = 30_000;

/**
 * The terms to look for: named ones before told ones, rare before common, as long as they do not ask for half of the corpus.
 *
 * @param named stems, likewise `told`
 * @param countOf how many candidates say it; undefined where that is not known, which means few
 * @param mostMentions that are read through
 */
export function chooseTerms(
  { named, told }: { named: readonly string[]; told: readonly string[] },
  countOf: (stem: string) => number | undefined,
  mostMentions = maxMentions,
): string[] {
  const isNamed = new Set(named);
  const byCount = (a: string, b: string) => (countOf(a) ?? 0) - (countOf(b) ?? 0);
  const ordered = [
    ...[...isNamed].toSorted(byCount),
    ...[...new Set(told)].filter((stem) => !isNamed.has(stem)).toSorted(byCount),
  ];
  const chosen: string[] = [];
  let mentions = 0;
  for (const stem of ordered) {
    if (chosen.length === maxTerms) break;
    const count = countOf(stem) ?? 0;
    if (mentions + count > mostMentions && chosen.length > 0) continue;
    chosen.push(stem);
    mentions += count;
  }
  return chosen;
}
