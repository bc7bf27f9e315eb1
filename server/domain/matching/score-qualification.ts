import type { TextRequirement } from '../requirements/types.ts';
import { type AskedGroup, type AskedText, type AskedThing, readAsked } from './asked-text.ts';
import { quotesOf, round3 } from './evidence.ts';
import { findThing, positionsWith, type ThingFound, yesFrom } from './find-thing.ts';
import { fallsShort, rankOfTitle, type SkillLevel, skillLevelIn, skillLevelNames } from './levels.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';
import { scoreEducation } from './score-education.ts';
import { relevantExperience } from './score-experience.ts';
import { scoreLanguage } from './score-language.ts';
import { counted } from './score-named.ts';
import type { Met, Quote, RequirementScore } from './types.ts';
import { yearsOfUse } from './years-of-use.ts';

/** One thing a sentence asks for, and how far the CV has it. */
interface Part {
  met: Met;
  /** Null: the CV does not let it be told. */
  score: number | null;
  reason: string;
  evidence: Quote[];
}

/** The most that something has which falls short of what is asked. */
const mostShort = 0.39;
/** Two levels below what is asked for. */
const noDegree = 0.2;
/** A month less than the years asked for is no less. */
const roundingYears = 1 / 12;

/**
 * A sentence such as "At least 3 years with SAP and fluent German": what it asks for is looked for one by one, under its names, in its words
 * and by its meaning. It is met when all of it is.
 */
export function scoreQualification(
  { text, importance }: TextRequirement,
  kind: 'minimal_qualification' | 'preferable_qualification',
  reading: Reading,
): RequirementScore {
  const asked = readAsked(text, reading.book);
  const base = { name: text, kind, importance };
  const parts = [
    ...asked.things.map((group) => bestOf(group.anyOf.map((thing) => judgeThing(thing, group, reading)))),
    ...(asked.years !== null ? [judgeYears(asked.years, reading)] : []),
    ...(asked.degree ? [judgeDegree(asked.degree, reading)] : []),
    ...asked.languages.map((language) => judgeLanguage(language, reading)),
  ];
  const known = parts.filter(({ met }) => met !== 'unknown');
  if (known.length === 0) {
    const reason = parts[0]?.reason ?? 'This asks for nothing that a CV could show.';
    return { ...base, score: null, met: 'unknown', reason, evidence: [] };
  }
  const met: Met = parts.every((part) => part.met === 'yes')
    ? 'yes'
    : known.every((part) => part.met === 'no')
      ? 'no'
      : 'partly';
  return {
    ...base,
    score: round3(known.reduce((sum, { score }) => sum + score!, 0) / known.length),
    met,
    reason: [...new Set(parts.map(({ reason }) => reason))].join(' '),
    evidence: interleaved(known.map(({ evidence }) => evidence)).slice(0, 3),
  };
}

const bestOf = (parts: readonly Part[]): Part =>
  parts.reduce((best, part) => ((part.score ?? -1) > (best.score ?? -1) ? part : best));

/** The first of each, then the second, so that every part has a quote. */
const interleaved = (lists: readonly Quote[][]): Quote[] =>
  [0, 1, 2].flatMap((n) => lists.flatMap((list) => list[n] ?? []));

function judgeThing(thing: AskedThing, asked: AskedGroup, reading: Reading): Part {
  const found = findThing(thing, reading);
  const what = quoted(thing.phrase);
  const evidence = quotesOf(found.passages);
  if (found.score === 0) return { met: 'no', score: 0, reason: sentenceOf(found, reading), evidence };
  const short = levelShort(found, asked.level, reading) ?? rankShort(found, asked.rank, reading);
  const score = short ? Math.min(mostShort, found.score) : found.score;
  const met: Met = score >= yesFrom ? 'yes' : 'partly';
  const sentence = short ?? sentenceOf(found, reading);
  if (asked.years === null) return { met, score, reason: sentence, evidence };
  if (found.shown === 'near' || found.shown === 'maybe' || found.shown === 'incomplete') {
    return { met, score, reason: `${sentence} ${askedFor(asked.years, what)}.`, evidence };
  }
  const positions = positionsWith(found, reading);
  const { years, claim, claimedYears } = yearsOfUse(positions, found.passages, reading);
  if (years === null) {
    const reason =
      positions.length > 0
        ? `${askedFor(asked.years, what)}, but the positions that show it have no dates.`
        : `${askedFor(asked.years, what)}, but the CV names it in no position, so they cannot be counted.`;
    return { met: 'partly', score: Math.min(mostShort, score), reason, evidence };
  }
  const share = Math.min(1, years / asked.years);
  const isEnough = years + roundingYears >= asked.years;
  const shown = claim
    ? `the CV says ${counted(years, 'year')}`
    : `the CV shows ${spoken(years)} in ${counted(positions.length, 'position')}${titlesOf(positions, reading)}${claimedYears ? `, though it says ${counted(claimedYears, 'year')}` : ''}`;
  return {
    met: isEnough ? met : 'partly',
    score: isEnough ? (met === 'yes' ? 1 : score) : Math.min(score, share),
    reason: `${askedFor(asked.years, what)}; ${shown}.${short ? ` ${short}` : ''}`,
    evidence: quotesOf([...(claim ? [claim] : []), ...found.passages]),
  };
}

const askedFor = (years: number, what: string) =>
  `${counted(years, 'year')} with ${what} ${years === 1 ? 'is' : 'are'} asked for`;

/** Words within a sentence are marked as such unless they are a name. */
const quoted = (phrase: string) => (/^\p{Ll}.*\s/u.test(phrase) ? `"${phrase}"` : phrase);

const spoken = (years: number) => {
  const rounded = Math.round(years * 10) / 10;
  return counted(rounded, 'year');
};

function titlesOf(positions: readonly number[], reading: Reading): string {
  const titles = [...new Set(positions.map((position) => titleOf(position, reading)).filter(Boolean))];
  if (titles.length === 0) return '';
  const named = titles.slice(0, 2).join(', ');
  return ` (${titles.length > 2 ? `${named} and others` : named})`;
}

const titleOf = (position: number, { index }: Reading): string =>
  index.passages.find((passage) => passage.zone === 'title' && passage.position === position)?.text ?? '';

/** What a recruiter would write. */
function sentenceOf({ thing, shown, passages, detail }: ThingFound, reading: Reading): string {
  const phrase = quoted(thing.phrase);
  switch (shown) {
    case 'named':
      return placesOf(phrase, passages, reading);
    case 'in words':
      return `The CV speaks of ${phrase}.`;
    case 'in meaning':
      return `The CV says ${phrase} in other words.`;
    case 'incomplete':
      return `The CV shows some of ${phrase}, but does not mention ${quoted(detail)}.`;
    case 'near':
      return `The CV does not mention ${phrase}, but something close to it: ${quoted(detail)}.`;
    case 'maybe':
      return `The CV does not mention ${phrase}, but a line of it may mean that.`;
    case 'denied':
      return `The CV itself says that ${phrase} is missing.`;
    case 'not at all':
      return `The CV does not mention ${phrase}.`;
  }
}

function placesOf(phrase: string, passages: readonly Passage[], reading: Reading): string {
  const positions = [...new Set(passages.map(({ position }) => position).filter((one) => one !== null))];
  if (positions.length === 0) {
    const where = passages.every(({ zone }) => zone === 'skills') ? ' among the skills' : '';
    return `The CV names ${phrase}${where}, but in no position.`;
  }
  const title = titleOf(Math.min(...positions), reading);
  const as = title ? `, ${positions.length > 1 ? 'most recently ' : ''}as ${title}` : '';
  return `The CV shows ${phrase} in ${counted(positions.length, 'position')}${as}.`;
}

/** Says so where the CV names a level, and it is too low. */
function levelShort(
  { thing, passages }: ThingFound,
  asked: SkillLevel | null,
  { index }: Reading,
): string | null {
  if (asked === null) return null;
  const stems = new Set(
    [thing.phrase, ...thing.concepts.flatMap(({ concept }) => concept.names)].flatMap(
      (name) => index.phraseOf(name).stems,
    ),
  );
  const held = passages
    .flatMap(({ claimed }) => claimed.split(/[,;.|•]/))
    .filter((clause) =>
      clause.split(/[\s()]+/).some((word) => index.phraseOf(word).stems.some((one) => stems.has(one))),
    )
    .map(skillLevelIn)
    .filter((level) => level !== null);
  if (held.length === 0) return null;
  const best = Math.max(...held) as SkillLevel;
  return fallsShort(best, asked)
    ? `The CV calls its ${quoted(thing.phrase)} ${skillLevelNames[best]}; asked for is ${skillLevelNames[asked]}.`
    : null;
}

/** Says so where no title of those who did it is high enough. */
function rankShort(
  { thing, passages }: ThingFound,
  asked: AskedGroup['rank'],
  reading: Reading,
): string | null {
  if (asked === null) return null;
  const titles = [...new Set(passages.map(({ position }) => position))]
    .map((position) => (position === null ? '' : titleOf(position, reading)))
    .concat(reading.index.passages.filter(({ zone }) => zone === 'headline').map(({ text }) => text))
    .filter(Boolean);
  if (titles.length === 0) return null;
  const closest = titles.reduce((best, title) => (rankOfTitle(title) > rankOfTitle(best) ? title : best));
  return rankOfTitle(closest) < asked
    ? `The CV shows ${quoted(thing.phrase)}, but at a lower level than asked for: ${closest}.`
    : null;
}

function judgeYears(asked: number, reading: Reading): Part {
  const { totalExperienceMonths } = reading.profile;
  if (totalExperienceMonths === null) {
    return { met: 'unknown', score: null, reason: 'No position of the CV has dates.', evidence: [] };
  }
  const relevant = relevantExperience(reading);
  // Without a name for the job every position may be meant.
  const years = (reading.jobTitle ? relevant.months : totalExperienceMonths) / 12;
  const share = Math.min(1, years / asked);
  const isEnough = years + roundingYears >= asked;
  return {
    met: isEnough ? 'yes' : share >= 0.2 ? 'partly' : 'no',
    score: isEnough ? 1 : share,
    reason: `${counted(asked, 'year')} ${asked === 1 ? 'is' : 'are'} asked for; the CV shows ${spoken(years)}${reading.jobTitle ? ' of relevant work' : ''}.`,
    evidence: quotesOf(reading.index.passages.filter(({ zone }) => zone === 'title')),
  };
}

function judgeDegree({ name, fields }: { name: string; fields: string[] }, reading: Reading): Part {
  const asked = { is_enabled: true, degree: name, fields, study_status: 'Both', importance: 1 } as const;
  const { met, score, reason, evidence } = scoreEducation(asked, reading);
  if (score === null) return { met, score, reason, evidence };
  return { met: score <= noDegree ? 'no' : met, score, reason, evidence };
}

function judgeLanguage(language: AskedText['languages'][number], reading: Reading): Part {
  const { met, score, reason, evidence } = scoreLanguage({ ...language, importance: 1 }, reading);
  // Whoever speaks it too little speaks it.
  return {
    met: met === 'no' && evidence.length > 0 ? 'partly' : met,
    score,
    reason: `${language.name}: ${reason[0]!.toLowerCase()}${reason.slice(1)}`,
    evidence,
  };
}
