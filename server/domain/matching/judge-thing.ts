import { type Amount, amountsIn, isComparable } from './amounts.ts';
import type { AskedCertificate, AskedGroup, AskedThing } from './asked-text.ts';
import { quotesOf } from './evidence.ts';
import { findCertificate, passagesCertifying, spokenName } from './find-certificate.ts';
import { findThing, positionsWith, type ThingFound, yesFrom } from './find-thing.ts';
import { fallsShort, rankOfTitle, type SkillLevel, skillLevelIn, skillLevelNames } from './levels.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';
import { counted } from './score-named.ts';
import type { Met, Quote } from './types.ts';
import { yearsOfUse } from './years-of-use.ts';

/** One thing a sentence asks for, and how far the CV has it. */
export interface Part {
  met: Met;
  /** Null: the CV does not let it be told. */
  score: number | null;
  reason: string;
  evidence: Quote[];
}

/** The most that something has which falls short of what is asked. */
const mostShort = 0.39;
/** A month less than the years asked for is no less. */
export const roundingYears = 1 / 12;

export function judgeThing(thing: AskedThing, asked: AskedGroup, reading: Reading): Part {
  if (thing.certificate) return judgeCertificate(thing, thing.certificate, reading);
  const found = findThing(thing, reading);
  const what = quoted(thing.phrase);
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
  if (found.shown === 'like' || found.shown === 'incomplete') {
    return { met, score, reason: `${sentence} ${askedFor(asked.years, what)}.`, evidence };
  }
  const positions = positionsWith(found, reading);
  const { years, claim } = yearsOfUse(positions, found.passages, reading);
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
    : `the CV shows ${spoken(years)} in ${counted(positions.length, 'position')}${titlesOf(positions, reading)}`;
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
    case 'incomplete':
      return `The CV shows some of ${phrase}, but does not mention ${quoted(detail)}.`;
    case 'like':
    case 'near':
      return `The CV does not mention ${phrase}, but something close to it: ${quoted(detail)}.`;
    case 'lower':
      return `The CV shows such work, but at a lower level than ${phrase}: ${detail}.`;
    case 'akin':
      return `The CV shows work of the same kind as ${phrase}, but another: ${detail}.`;
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

/** Says so where the lines that show the thing give no such number, or one that is too small. */
function amountShort(
  { thing, shown, passages }: ThingFound,
  asked: Amount | null,
  { index }: Reading,
): string | null {
  if (asked === null || shown === 'like' || shown === 'incomplete') return null;
  const held = [...new Set(passages.map((passage) => statementOf(passage, index.passages)))]
    .flatMap((text) => amountsIn(text))
    .filter(({ kind }) => isComparable(kind, asked.kind));
  const what = quoted(thing.phrase);
  if (held.length === 0)
    return `The CV shows ${what}, but gives no number: ${spokenAmount(asked)} asked for.`;
  const most = Math.max(...held.map(({ value }) => value));
  return most < asked.value
    ? `The CV shows ${what}, but with ${spokenNumber(most, asked.kind)}; ${spokenAmount(asked)} asked for.`
    : null;
}

const spokenAmount = ({ value, kind }: Amount) =>
  `${spokenNumber(value, kind)} or more ${kind === 'money' ? 'is' : 'are'}`;

const spokenNumber = (value: number, kind: string) => {
  const number = value.toLocaleString('en');
  if (kind === 'money') return `a sum of ${number}`;
  return kind === 'percent' ? `${number} %` : `${number} ${kind}`;
};

/** A passage with the lines that it goes on in and that lead to it. */
function statementOf(passage: Passage, all: readonly Passage[]): string {
  const at = all.indexOf(passage);
  let [first, last] = [at, at];
  while (goesOn(all[first - 1], all[first])) first -= 1;
  while (goesOn(all[last], all[last + 1])) last += 1;
  return all
    .slice(first, last + 1)
    .map(({ claimed }) => claimed)
    .join(' ');
}

const longLine = 70;

const goesOn = (one: Passage | undefined, next: Passage | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  one.zone === next.zone &&
  one.position === next.position &&
  !/[.;:!?]$/.test(one.text) &&
  (/^[\p{Ll}\d$€£(&]/u.test(next.text) || (one.text.length >= longLine && !/^[•*–-]/.test(next.text)));

function judgeCertificate(thing: AskedThing, asked: AskedCertificate, reading: Reading): Part {
  if (!asked.known) return judgeOtherCertificate(thing, reading);
  const { holding, passages, instead } = findCertificate(asked.known, asked.orEquivalent, reading);
  const what = spokenName(asked.known);
  const evidence = quotesOf(passages);
  switch (holding) {
    case 'held':
      return { met: 'yes', score: 1, reason: `The CV names ${what}.`, evidence };
    case 'begun':
      return {
        met: 'partly',
        score: mostShort,
        reason: `The CV names ${what}, but not as held now.`,
        evidence,
      };
    case 'equivalent':
      return {
        met: 'partly',
        score: mostShort,
        reason: `The CV does not mention ${what}, but ${instead}, which may be equivalent.`,
        evidence,
      };
    case 'denied':
      return { met: 'no', score: 0, reason: `The CV itself says that ${what} is missing.`, evidence };
    default: {
      const named = passagesNaming(asked.known.name, reading);
      if (named.length === 0)
        return { met: 'no', score: 0, reason: `The CV does not mention ${what}.`, evidence: [] };
      const reason = `The CV names ${bareName(asked.known.name)}, but does not mention ${what}.`;
      return { met: 'partly', score: mostShort, reason, evidence: quotesOf(named) };
    }
  }
}

const bareName = (certificate: string) =>
  certificate.replace(/ (?:certificate|certified|accreditation)$/, '');

/** Of a certificate in a tool or a standard ("ITIL certificate"), which can be known without it. */
function passagesNaming(certificate: string, { index }: Reading): Passage[] {
  const bare = bareName(certificate);
  if (bare === certificate || !/^\p{Lu}\p{Ll}*\p{Lu}|^\p{Lu}{2}|^Azure|^Tableau|^Salesforce/u.test(bare))
    return [];
  return index.mentionsOf(index.phraseOf(bare)).map(({ passage }) => passage);
}

/** One that the list does not have: the work alone is no proof of it. */
function judgeOtherCertificate(thing: AskedThing, reading: Reading): Part {
  const what = quoted(thing.phrase);
  const stems = reading.index.phraseOf(thing.phrase).stems;
  const certifying = passagesCertifying(stems, reading);
  if (certifying.length > 0)
    return {
      met: 'yes',
      score: 1,
      reason: `The CV names a certificate: ${what}.`,
      evidence: quotesOf(certifying),
    };
  const found = findThing(thing, reading);
  const isPractised =
    (found.shown === 'named' || found.shown === 'in words') &&
    found.passages.some(({ position }) => position !== null);
  if (isPractised)
    return {
      met: 'partly',
      score: mostShort,
      reason: `The CV shows ${what}, but does not mention a certificate in it.`,
      evidence: quotesOf(found.passages),
    };
  const evidence = found.shown === 'denied' ? quotesOf(found.passages) : [];
  const reason =
    found.shown === 'denied'
      ? `The CV itself says that ${what} is missing.`
      : `The CV does not mention a certificate in ${what}.`;
  return { met: 'no', score: 0, reason, evidence };
}
