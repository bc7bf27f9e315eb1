import { hasTitleWord } from '../cv/title-words.ts';
import { quotesOf, round3 } from './evidence.ts';
import { rankOfTitle } from './levels.ts';
import type { Reading } from './reading.ts';
import { recencyOf } from './recency.ts';
import { counted } from './score-named.ts';
import { titleFit } from './title-fit.ts';
import type { Met, RequirementScore } from './types.ts';
import { wordsOf } from './words.ts';
import { monthsOf } from './years-of-use.ts';

/** Words of titles that say how high, not what; a shared "manager" brings two jobs hardly closer. */
const ranks = new Set(
  'senior junior lead chief head assistant associate deputy vice president manager director supervisor coordinator specialist officer executive administrator intern trainee staff principal general analyst representative worker professional team interim global regional leader consultant agent ii iii iv sr jr'.split(
    ' ',
  ),
);
const rankWeight = 0.15;

/** From this relevance on a position's months count whole. */
const fullRelevance = 0.75;
/** Neighbouring occupations share some of their work. */
const nearOccupation = 0.45;
/** Below this a position has nothing to do with the job. */
const leastRelevance = 0.25;
/** More experience than asked for meets the requirement, and orders behind what was asked for. */
const overqualifiedScore = 0.8;

export interface RelevantExperience {
  /** Months in relevant positions, overlaps counted once, each month by the most relevant of its positions. */
  months: number;
  /** By index in the profile: 0–1. */
  relevance: number[];
  /** A relevant position exists whose dates are missing. */
  hasUndated: boolean;
}

export function scoreExperience(reading: Reading): RequirementScore {
  const { from, to, importance } = reading.config.requirements.workExperience;
  const relevant = relevantExperience(reading);
  const years = relevant.months / 12;
  const recency = recencyOf(reading.profile.positions);
  const closest = Math.max(
    titleCloseness(writtenIn('headline', null, reading), reading),
    ...relevant.relevance.map((share, at) => share * recency[at]!),
  );
  const asked = to >= 60 ? `at least ${from}` : from === to ? `${from}` : `${from}–${to}`;
  const base = {
    name: `${asked} years of relevant experience`,
    kind: 'work_experience' as const,
    importance,
  };
  const { positions } = reading.profile;
  if (positions.length === 0) {
    const reason = 'No positions could be read from the CV.';
    return { ...base, score: null, met: 'unknown', reason, evidence: [] };
  }
  const judged = judgeYears(reading, relevant);
  const evidence = quotesOf(passagesOfRelevant(reading, judged.counts));
  if (judged.hasUndated && judged.years + roundingYears < from) {
    // How long is unknown, that there was some is not: half the credit of what it resembles.
    const score = round3(Math.max(Math.min(1, years / from), closest / 2));
    const reason = `There are relevant positions without dates; the dated ones come to ${spoken(judged.years)}.`;
    return { ...base, score, met: score >= 0.2 ? 'partly' : 'no', reason, evidence };
  }
  const score = round3(lengthScore(years, from, to) * Math.max(closest, from === 0 ? 1 : 0));
  const isEnough = judged.years + roundingYears >= from;
  const isSome =
    judged.years > 0 || (judged.related >= leastRelatedShare * from && score >= leastRelatedScore);
  const met: Met = isEnough ? 'yes' : isSome ? 'partly' : 'no';
  const related = judged.related >= 0.1 ? `, and ${spoken(judged.related)} in work close to it` : '';
  const more = judged.years > to ? ' That is more than asked for.' : '';
  return {
    ...base,
    // The score's grades order candidates by more than titles; who has the years is not without points.
    score: met === 'yes' ? Math.max(score, leastMet) : score,
    met,
    reason: `${spoken(judged.years)} in ${counted(judged.positions, 'relevant position')}${related}; asked for are ${asked} years.${more}`,
    evidence,
  };
}

const leastMet = 0.4;
/** Related work of this share of the years asked for is something. */
const leastRelatedShare = 0.5;
/** Work that is hardly alike is none of it, however long it was. */
const leastRelatedScore = 0.1;
const roundingYears = 1 / 12;

interface JudgedYears {
  /** In positions of the same work and at least the same rank. */
  years: number;
  /** Years in lower or neighbouring positions while none of the others was held. */
  related: number;
  /** Positions of the first kind. */
  positions: number;
  hasUndated: boolean;
  /** By index in the profile: 1 for the first kind, less for the second. */
  counts: number[];
}

/** The verdict's own count: a month is relevant or it is not. The score's grades order candidates. */
function judgeYears(reading: Reading, { relevance }: RelevantExperience): JudgedYears {
  const { positions } = reading.profile;
  const counts = positions.map((_, at) => {
    if (!reading.jobTitle) return relevance[at]! >= leastRelevance ? 1 : 0;
    const own = writtenIn('title', at, reading);
    // A position without a telling title is what the CV calls itself.
    const title = hasTitleWord(own) ? own : writtenIn('headline', null, reading) || own;
    const fit = titleFit(reading.jobTitle, title, reading.book, true);
    if (fit === 'same' || (fit === 'lower' && isOneStep(title, reading.jobTitle))) return 1;
    return fit !== null || relevance[at]! >= leastRelevance ? relatedCount : 0;
  });
  const months = new Set<number>();
  const related = new Set<number>();
  for (const at of positions.keys()) {
    if (counts[at]! === 0) continue;
    for (const month of monthsOf(at, reading)) (counts[at] === 1 ? months : related).add(month);
  }
  return {
    years: months.size / 12,
    related: [...related].filter((month) => !months.has(month)).length / 12,
    positions: counts.filter((count) => count === 1).length,
    hasUndated: positions.some(({ dates }, at) => !dates && counts[at] === 1),
    counts,
  };
}

const relatedCount = 0.5;

/** Years as an accountant are years of experience for a senior accountant. */
const isOneStep = (held: string, asked: string): boolean =>
  rankOfTitle(asked) === 3 && rankOfTitle(held) === 2;

const spoken = (years: number) => `${Math.round(years * 10) / 10} years`;

function lengthScore(years: number, from: number, to: number): number {
  if (years < from) return years / from;
  return years > to ? overqualifiedScore : 1;
}

export function relevantExperience(reading: Reading): RelevantExperience {
  const { positions } = reading.profile;
  const relevance = positions.map((_, position) => relevanceOf(position, reading));
  const byMonth = new Map<number, number>();
  for (const index of positions.keys()) {
    const share = relevance[index]!;
    if (share < leastRelevance) continue;
    for (const month of monthsOf(index, reading)) {
      byMonth.set(month, Math.max(byMonth.get(month) ?? 0, Math.min(1, share / fullRelevance)));
    }
  }
  const months = [...byMonth.values()].reduce((sum, share) => sum + share, 0);
  const hasUndated = positions.some(({ dates }, index) => !dates && relevance[index]! >= leastRelevance);
  return { months, relevance, hasUndated };
}

/** How close a position is to the job, 0–1: by its title, or by the skills and industries asked for that it names. */
function relevanceOf(position: number, reading: Reading): number {
  const title = writtenIn('title', position, reading);
  return Math.max(titleCloseness(title, reading), contentShare * contentCloseness(position, reading));
}

/** From the passages and not from the profile: passages hold nothing of who the candidate is. */
const writtenIn = (zone: 'headline' | 'title', position: number | null, { index }: Reading): string =>
  index.passages
    .filter((passage) => passage.zone === zone && passage.position === position)
    .map(({ text }) => text)
    .join(' ');

/** 1 for another name of the same occupation, less for a neighbouring one, else by shared words. */
export function titleCloseness(
  title: string,
  { jobTitle, book }: Pick<Reading, 'jobTitle' | 'book'>,
): number {
  if (!title || !jobTitle) return 0;
  const wanted = book.occupations.within(jobTitle);
  const held = book.occupations.within(title);
  if (wanted.some((concept) => held.includes(concept))) return 1;
  const isNear = wanted.some((concept) =>
    held.some((other) => nearOf(concept, book).includes(other) || nearOf(other, book).includes(concept)),
  );
  if (isNear) return Math.max(nearOccupation, sharedWords(title, jobTitle));
  return isOtherField(title, jobTitle, book) ? 0 : sharedWords(title, jobTitle);
}

/** A data entry clerk shares a word with a data scientist, and a school bus driver one with a teacher. */
function isOtherField(title: string, jobTitle: string, { titles }: Reading['book']): boolean {
  const [held, wanted] = [title, jobTitle].map((one) =>
    titles.titleShare(one) === 1 ? titles.occupationsIn(one) : [],
  );
  return (
    held!.length > 0 &&
    wanted!.length > 0 &&
    !held!.some(({ field, name, near }) =>
      wanted!.some((one) => one.field === field || near.includes(one.name) || one.near.includes(name)),
    )
  );
}

const nearOf = ({ near }: { near: readonly string[] }, { occupations }: Reading['book']) =>
  near.map((name) => occupations.named(name));

function sharedWords(title: string, jobTitle: string): number {
  const weightOf = (form: string) => (ranks.has(form) ? rankWeight : 1);
  const wanted = wordsOf(jobTitle, (form) => form);
  const held = new Set(wordsOf(title, (form) => form).map(({ form }) => form));
  // An executive chef is no executive assistant.
  const isOfRank = wanted.every(({ form }) => ranks.has(form));
  if (isOfRank && !wanted.every(({ form }) => held.has(form))) return 0;
  const total = wanted.reduce((sum, { form }) => sum + weightOf(form), 0);
  if (total === 0) return 0;
  return wanted.reduce((sum, { form }) => sum + (held.has(form) ? weightOf(form) : 0), 0) / total;
}

/** Naming this share of what is asked for makes a position wholly relevant: no position names everything. */
const enoughNamed = 0.6;
/** Tasks that resemble the job's, under another title. */
const contentShare = 0.6;

function contentCloseness(position: number, { index, config, book }: Reading): number {
  const { skills, industries_config } = config.requirements;
  const wanted = [
    ...skills.hard_skills.map(({ name }) => [name, ...(book.skills.named(name)?.names ?? [])]),
    ...(industries_config ?? []).map(({ name }) => [name, ...(book.industries.named(name)?.names ?? [])]),
  ];
  if (wanted.length === 0) return 0;
  const named = wanted.filter((names) =>
    names.some((name) =>
      index.mentionsOf(index.phraseOf(name)).some(({ passage }) => passage.position === position),
    ),
  );
  return Math.min(1, named.length / wanted.length / enoughNamed);
}

/** Titles of the relevant positions, the closest first. */
function passagesOfRelevant({ index }: Reading, counts: readonly number[]) {
  return counts
    .map((share, position) => ({ share, position }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share || a.position - b.position)
    .flatMap(({ position }) =>
      index.passages
        .filter((passage) => passage.position === position && passage.zone === 'title')
        .slice(0, 1),
    );
}
