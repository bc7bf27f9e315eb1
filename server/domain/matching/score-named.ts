import type { NamedRequirement } from '../requirements/types.ts';
import { vague } from './asked-words.ts';
import { namesShowing } from './broader-names.ts';
import { quotesOf, round3, type Support, supportOf, type ZoneWeights } from './evidence.ts';
import type { Passage, Zone } from './passage-index.ts';
import type { Reading, Searched } from './reading.ts';
import type { Concept, Task, Taxonomy } from './taxonomy.ts';
import { isLike } from './tools.ts';
import type { Met, RequirementScore } from './types.ts';
import { wordsOf } from './words.ts';

/** What the candidate did says more than what they list; a certificate was examined. */
export const skillWeights: ZoneWeights = {
  headline: 0.6,
  title: 0.6,
  certificates: 0.6,
  work: 0.4,
  skills: 0.35,
  summary: 0.35,
  education: 0.3,
  employer: 0.3,
  other: 0.25,
  languages: 0.2,
};

/** An industry is where the candidate worked: employer and title first. */
const industryWeights: ZoneWeights = {
  employer: 0.6,
  title: 0.6,
  headline: 0.6,
  work: 0.3,
  summary: 0.35,
  certificates: 0.35,
  education: 0.3,
  skills: 0.2,
  other: 0.2,
  languages: 0,
};

const workedInWeights: ZoneWeights = { ...industryWeights, work: 0, skills: 0, other: 0 };

/** One mention in a recent position or in the list of skills is enough; one of long ago, or a hint, is half of it. */
const yesFrom = 0.4;
const partlyFrom = 0.1;
/** Below 1: a first mention says most, further ones ever less. */
const steepness = 0.75;
/** All words of a name, but not the name: it may be meant. */
const wordsScore = 0.39;
/** Another tool for the same. What is only near counts nothing. */
const likeScore = 0.25;

export function scoreHardSkill(requirement: NamedRequirement, reading: Reading): RequirementScore {
  return scoreSkill(requirement, 'hard_skill', reading);
}

/** A CV that does not mention a soft skill, or only in passing, says nothing about it. */
export function scoreSoftSkill(requirement: NamedRequirement, reading: Reading): RequirementScore {
  const scored = scoreSkill(requirement, 'soft_skill', reading);
  if (scored.met === 'yes') return scored;
  return { ...scored, score: null, met: 'unknown', reason: 'The CV does not speak of it.', evidence: [] };
}

/** Also where only the titles or tasks tell the industry: a bricklayer works in construction, whatever the employer is called. */
export function scoreIndustry(requirement: NamedRequirement, reading: Reading): RequirementScore {
  const worked = workedFor(requirement.name, reading);
  if (worked && worked.score >= yesFrom) {
    const { score, passages } = worked;
    const who = [...new Set(passages.map(({ text }) => text))].slice(0, 2).join(', ');
    return {
      ...toScore(requirement, 'industry', { ...worked, exact: nothing, near: nothing, isByWords: false }),
      score: round3(score),
      reason: `The CV names employers of the industry: ${who}.`,
    };
  }
  const named = findNamed(requirement.name, reading, reading.book.industries, industryWeights);
  const scored = toScore(requirement, 'industry', {
    ...named,
    score: isWorkedIn(named) ? named.score : Math.min(wordsScore, named.score),
  });
  if (scored.met === 'yes') return scored;
  const { strength, passages, positions } = industryHints(requirement.name, reading);
  const score = round3(strength);
  if (score <= (scored.score ?? 0)) return scored;
  const titles = passages.filter(({ zone }) => zone === 'title').map(({ text }) => text);
  const as = titles.length > 0 ? ` (${[...new Set(titles)].slice(0, 2).join(', ')})` : '';
  return {
    ...scored,
    score,
    met: score >= yesFrom ? 'yes' : score >= partlyFrom ? 'partly' : 'no',
    reason: `The work of ${counted(positions, 'position')}${as} belongs to the industry, though the CV does not name it.`,
    evidence: quotesOf(passages),
  };
}

/** One task that names it is no more than a hint: who supports a marketing team works elsewhere. */
const isWorkedIn = ({ exact, passages }: NamedFound): boolean =>
  passages.some(({ zone }) => zone === 'title' || zone === 'employer' || zone === 'headline') ||
  (passages.some(saysWorked) && exact.positions > (passages.some(({ zone }) => zone === 'summary') ? 0 : 1));

/** Studies, lists and wishes name industries that the candidate has not worked in. */
const saysWorked = ({ zone, position, claimed }: Passage): boolean =>
  position !== null ||
  zone === 'headline' ||
  (zone === 'summary' &&
    /\b(?:experienced?|years|background|career|industry|sector|worked)\b/i.test(claimed));

/** Positions with employers that are known to be of the industry, or whose names say so; null where there is none. */
function workedFor(name: string, { index, book }: Searched): { score: number; passages: Passage[] } | null {
  const industry = (book.industries.named(name) ?? soleConcept(name, book.industries))?.name;
  if (!industry) return null;
  const passages = index.passages.filter(
    ({ zone, text }) => zone === 'employer' && book.employers.industriesOf(text).includes(industry),
  );
  if (passages.length === 0) return null;
  const missing = passages.reduce((left, { recency }) => left * (1 - industryWeights.employer * recency), 1);
  return { score: (1 - missing) ** steepness, passages };
}

/** Where the candidate worked, not what a task names: reports for banks are no work in banking. */
export function findIndustry(concept: Concept, reading: Searched): { score: number; passages: Passage[] } {
  const worked = workedFor(concept.name, reading);
  if (worked && worked.score >= yesFrom) return worked;
  const named = supportOf(reading.index, exactNamesOf(concept, reading.book.industries), workedInWeights);
  const own = {
    score: named.strength ** steepness,
    passages: named.passages.filter(({ zone }) => workedInWeights[zone] > 0),
  };
  const hints = industryHints(concept.name, reading);
  return hints.strength > own.score ? { score: hints.strength, passages: hints.passages } : own;
}

/** A position whose title is of the industry; tasks alone have to be two different ones. */
const titleHint = 0.35;
const tasksHint = 0.2;

function industryHints(name: string, { index, book }: Searched): Support {
  const concept = book.industries.named(name) ?? soleConcept(name, book.industries);
  const byPosition = new Map<number, { hints: Set<string>; title: boolean; passages: Passage[] }>();
  for (const hint of concept?.near ?? []) {
    for (const one of [hint, ...occupationNames(hint, book.occupations)]) {
      for (const { passage } of index.mentionsOf(index.phraseOf(one))) {
        if (passage.position === null || passage.zone === 'employer') continue;
        const entry = byPosition.get(passage.position) ?? { hints: new Set(), title: false, passages: [] };
        byPosition.set(passage.position, entry);
        entry.hints.add(hint);
        if (passage.zone === 'title') entry.title = true;
        if (!entry.passages.includes(passage)) entry.passages.push(passage);
      }
    }
  }
  const held = [...byPosition.values()]
    .map(({ hints, title, passages }) => ({
      weight: (title ? titleHint : hints.size > 1 ? tasksHint : 0) * passages[0]!.recency,
      passages: passages.toSorted((a, b) => Number(b.zone === 'title') - Number(a.zone === 'title')),
    }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const missing = held.reduce((left, { weight }) => left * (1 - weight), 1);
  return {
    strength: (1 - missing) ** steepness,
    named: [],
    passages: held.flatMap(({ passages }) => passages.slice(0, 2)),
    positions: held.length,
  };
}

/**
 * Other names of a hint that is an occupation's own name: "servers" of a computer room are no waiters, and who hints at retail as a
 * sales assistant does not as any other that sells.
 */
function occupationNames(hint: string, occupations: Taxonomy): readonly string[] {
  const occupation = occupations.named(hint);
  return occupation?.name.toLowerCase() === hint.toLowerCase() ? occupation.names : [];
}

const scoreSkill = (
  requirement: NamedRequirement,
  kind: 'hard_skill' | 'soft_skill',
  reading: Reading,
): RequirementScore =>
  toScore(requirement, kind, findNamed(requirement.name, reading, reading.book.skills, skillWeights));

function toScore(
  { name, importance }: NamedRequirement,
  kind: 'hard_skill' | 'soft_skill' | 'industry',
  found: NamedFound,
): RequirementScore {
  const score = round3(found.score);
  const met: Met = score >= yesFrom ? 'yes' : score >= partlyFrom ? 'partly' : 'no';
  return {
    name,
    kind,
    importance,
    score,
    met,
    reason: reasonFor(found, kind),
    evidence: quotesOf(found.passages),
  };
}

export interface NamedFound {
  score: number;
  exact: Support;
  near: Support;
  /** Only words of the name were found, not the name. */
  isByWords: boolean;
  /** Only something more general is named: maintenance where preventive maintenance is asked for. */
  isGeneral?: boolean;
  passages: Passage[];
}

/**
 * How well the CV bears out a name: under its own names, under those of near things, or by its single words.
 *
 * @param asked the words that ask for it, where they say more than the name
 */
export function findNamed(
  name: string,
  reading: Searched,
  taxonomy: Taxonomy,
  weights = skillWeights,
  asked = name,
): NamedFound {
  const concept = taxonomy.named(name) ?? soleConcept(name, taxonomy);
  const { index } = reading;
  const all = concept ? [name, ...exactNamesOf(concept, taxonomy)] : [name];
  const shows = concept ? namesShowing(asked, all, concept, reading, taxonomy) : all;
  const exact = supportOf(index, shows, weights);
  if (exact.strength > 0) {
    const strength = exact.strength ** steepness;
    const isClaimed =
      taxonomy === reading.book.skills &&
      (exact.named.some(({ zone }) => claiming.has(zone)) ||
        supportOf(
          index,
          [name, concept?.name ?? name].filter((one) => shows.includes(one)),
          weights,
        ).named.some(isTask));
    const score = isClaimed ? Math.max(yesFrom, strength) : strength;
    return { score, exact, near: nothing, isByWords: false, passages: exact.passages };
  }
  const general = supportOf(
    index,
    all.filter((one) => !shows.includes(one)),
    weights,
  );
  if (general.strength > 0)
    return {
      score: Math.min(wordsScore, general.strength ** steepness),
      exact: general,
      near: nothing,
      isByWords: false,
      isGeneral: true,
      passages: general.passages,
    };
  const inWords = passagesWithWords(name, reading);
  if (inWords.length > 0)
    return { score: wordsScore, exact, near: nothing, isByWords: true, passages: inWords };
  const names = nearNamesOf(concept, taxonomy);
  const like = supportOf(
    index,
    concept ? names.filter((one) => isLike(concept.name, one, taxonomy)) : [],
    weights,
  );
  if (like.strength > 0)
    return { score: likeScore, exact, near: like, isByWords: false, passages: like.passages };
  const near = supportOf(index, names, weights);
  return { score: 0, exact, near, isByWords: false, passages: near.passages };
}

const nothing: Support = { strength: 0, passages: [], named: [], positions: 0 };

/** Said of oneself by any of the names, however long the CV and whenever it was; in a position's tasks it has to be the name asked for. */
const claiming: ReadonlySet<Zone> = new Set<Zone>(['skills', 'certificates', 'title', 'headline']);
const isTask = ({ zone, position }: Passage): boolean => zone === 'work' && position !== null;

/** "Knowledge of accounts payable" is about accounts payable when that is the only skill it names. */
function soleConcept(name: string, taxonomy: Taxonomy): Concept | undefined {
  const within = taxonomy.within(name);
  return within.length === 1 ? within[0] : undefined;
}

/** All that proves it: who has a kind or part of a thing, under any of its names, has the thing. */
export const exactNamesOf = ({ names, narrower }: Concept, taxonomy: Taxonomy): readonly string[] => [
  ...names,
  ...narrower.flatMap((name) => [name, ...(taxonomy.named(name)?.names ?? [])]),
];

/** Its own, and those of its kinds and parts. */
export const tasksOf = (concept: Concept, taxonomy: Taxonomy): Task[] => [
  ...concept.tasks,
  ...concept.narrower.flatMap((name) => taxonomy.named(name)?.tasks ?? []),
];

/** Near things that are concepts themselves are looked for under all their names. */
export function nearNamesOf(concept: Concept | undefined, taxonomy: Taxonomy): string[] {
  if (!concept) return [];
  return concept.near.flatMap((near) => [near, ...(taxonomy.named(near)?.names ?? [])]);
}

/** Lines in which all telling words of a name stand close together. */
function passagesWithWords(name: string, { index }: Searched): Passage[] {
  const words = wordsOf(name, (form) => form).filter(({ form }) => !vague.has(form) && !/^\d+$/.test(form));
  const telling = index.phraseOf(words.map(({ form }) => form).join(' '));
  return index.linesWith(telling, maxBetween).map((at) => index.passages[at]!);
}

const maxBetween = 3;

function reasonFor(
  { exact, near, isByWords, isGeneral, score }: NamedFound,
  kind: RequirementScore['kind'],
): string {
  const what = kind === 'industry' ? 'the industry' : 'it';
  if (isByWords) return `The CV has these words, but does not name ${what}.`;
  const places = exact.passages.length;
  if (score === 0 && near.passages.length === 0) return `The CV does not mention ${what}.`;
  if (places === 0)
    return `The CV does not name ${what}, but something close to it in ${counted(near.passages.length, 'place')}.`;
  const held =
    exact.positions > 0 ? `, among them ${counted(exact.positions, 'position')}` : ', but in no position';
  return isGeneral
    ? `The CV names only something more general in ${counted(places, 'place')}${held}.`
    : `The CV names ${what} in ${counted(places, 'place')}${held}.`;
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
