import { amountShort, passagesCounting, passagesLeading } from './amount-short.ts';
import type { Amount } from './amounts.ts';
import { type AskedGroup, type AskedThing, countedPeople } from './asked-text.ts';
import { quotesOf } from './evidence.ts';
import { findThing, passagesWithWords, positionsWith, yesFrom } from './find-thing.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { fallsShort, rankOfTitle, type SkillLevel, skillLevelIn, skillLevelNames } from './levels.ts';
import { mostShort, type Part, quoted, roundingYears } from './part.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';
import { counted } from './score-named.ts';
import type { ThingFound } from './thing-found.ts';
import type { Met } from './types.ts';
import { yearsOfUse } from './years-of-use.ts';

export function judgeThing(thing: AskedThing, asked: AskedGroup, reading: Reading): Part {
  if (thing.certificate) return judgeCertificate(thing, thing.certificate, reading);
  return judgeFound(findCounted(thing, asked, findThing(thing, reading), reading), asked, reading);
}

/** Whether what was found is as long, as high and as much as is asked for. */
export function judgeFound(found: ThingFound, asked: AskedGroup, reading: Reading): Part {
  const what = quoted(found.thing.phrase);
  const evidence = quotesOf(found.passages);
  if (found.score === 0) return { met: 'no', score: 0, reason: sentenceOf(found, reading), evidence };
  const short =
    levelShort(found, asked.level, reading) ??
    rankShort(found, asked.rank, reading) ??
    amountShort(found, asked.amount, reading);
  const score = short ? Math.min(mostShort, found.score) : found.score;
  const met: Met = score >= yesFrom ? 'yes' : 'partly';
  const sentence = short ?? sentenceOf(found, reading);
  if (asked.years === null) return { met, score, reason: sentence, evidence };
  if (found.shown === 'like' || found.shown === 'incomplete' || found.shown === 'perhaps') {
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

/** "Served more than 100 guests", "five stores": what has no name of its own is found by what is counted. */
function findCounted(
  thing: AskedThing,
  { amount }: AskedGroup,
  found: ThingFound,
  reading: Reading,
): ThingFound {
  if (!amount && found.score >= yesFrom) return found;
  if ((!amount || amount.kind === 'people') && isLeading(thing, reading)) {
    // In whatever line it stands.
    const passages = passagesLeading(reading);
    const score = Math.max(yesFrom, found.score);
    return passages.length > 0 ? { thing, shown: 'in words', score, passages, detail: '' } : found;
  }
  if (!amount) return found;
  if (found.score > 0) {
    // "Reduced food cost by 10 %": other lines may tell of the same with a number.
    const others = [
      ...passagesWithWords(thing.phrase, reading),
      ...countedBeside(found, amount, reading),
    ].filter((one) => !found.passages.includes(one));
    return others.length > 0 ? { ...found, passages: [...found.passages, ...others] } : found;
  }
  if (amount.kind === 'people') return found;
  const isOwnName = thing.concepts.length > 0 && thing.phrase !== countedPeople;
  if (isOwnName && !/^\p{L}+ed$/u.test(thing.phrase)) return found;
  const others = thing.otherWords.filter((word) => !thing.phrase.toLowerCase().includes(word));
  const passages = passagesCounting(amount, reading).filter(({ claimed }) =>
    others.every((word) => claimed.toLowerCase().includes(word)),
  );
  return passages.length > 0 ? { thing, shown: 'in words', score: yesFrom, passages, detail: '' } : found;
}

/** Where a title shows it, the position's own lines count: "Event Manager", "galas with 2,500 guests". */
const countedBeside = ({ passages }: ThingFound, amount: Amount, reading: Reading): Passage[] => {
  if (amount.kind === 'money' || amount.kind === 'percent') return [];
  const titled = new Set(passages.filter(({ zone }) => zone === 'title').map(({ position }) => position));
  return passagesCounting(amount, reading).filter(
    ({ position, zone }) => zone === 'work' && titled.has(position),
  );
};

/** Leading people is all that is asked for. */
const isLeading = ({ concepts, otherWords }: AskedThing, { book }: Reading): boolean =>
  otherWords.length === 0 &&
  concepts.length > 0 &&
  concepts.every(
    ({ concept }) =>
      concept === book.skills.named('team management') || concept === book.skills.named('leadership'),
  );

export const spoken = (years: number) => {
  const rounded = Math.round(years * 10) / 10;
  return counted(rounded, 'year');
};

function titlesOf(positions: readonly number[], reading: Reading): string {
  const titles = [...new Set(positions.map((position) => titleOf(position, reading)).filter(Boolean))];
  if (titles.length === 0) return '';
  const named = titles.slice(0, 2).join(', ');
  return ` (${titles.length > 2 ? `${named} and others` : named})`;
}

export const titleOf = (position: number, { index }: Reading): string =>
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
    case 'perhaps':
      return `A line of the CV may mean ${phrase}.`;
    case 'incomplete':
      return `The CV shows some of ${phrase}, but does not mention ${quoted(detail)}.`;
    case 'like':
    case 'near':
      return `The CV does not mention ${phrase}, but something close to it: ${quoted(detail)}.`;
    case 'lower':
      return `The CV shows such work, but at a lower level than ${phrase}: ${detail}.`;
    case 'akin':
      return `The CV shows work of the same kind as ${phrase}, but another: ${detail}.`;
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
  // Titles of a position that is asked for were compared already.
  if (asked === null || thing.isRole) return null;
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
