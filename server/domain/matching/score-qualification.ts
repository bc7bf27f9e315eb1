import type { Education } from '../cv/types.ts';
import type { TextRequirement } from '../requirements/types.ts';
import { type AskedText, readAsked } from './asked-text.ts';
import { quotesOf, round3 } from './evidence.ts';
import { judgeFound, judgeThing, spoken } from './judge-thing.ts';
import { isProperName } from './meaning.ts';
import { mostShort, type Part, roundingYears } from './part.ts';
import type { Reading } from './reading.ts';
import { scoreEducation } from './score-education.ts';
import { relevantExperience } from './score-experience.ts';
import { scoreLanguage } from './score-language.ts';
import { counted } from './score-named.ts';
import { passagesTelling, perhapsTold } from './told.ts';
import type { Met, Quote, RequirementScore } from './types.ts';

/** Two levels below what is asked for. */
const noDegree = 0.2;

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
  const things = judgeThings(asked, reading);
  const years = asked.years !== null ? [judgeYears(asked.years, reading)] : [];
  const degree = asked.degree ? [judgeDegree(asked.degree, reading)] : [];
  const languages = asked.languages.map((language) => judgeLanguage(language, reading));
  const parts = [
    ...(asked.isDegreeEnough ? [bestOf([...things, ...years, ...degree])] : [...things, ...years, ...degree]),
    ...(asked.isAnyLanguageEnough ? [bestOf(languages)] : languages),
  ];
  if (asked.isInverted) return { ...base, ...judgeAbsence(parts) };
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

/** Each thing by itself; or the sentence, where lines of the CV say in other words all that it asks for. */
function judgeThings(asked: AskedText, reading: Reading): Part[] {
  const parts = asked.things.map((group) =>
    bestOf(group.anyOf.map((thing) => judgeThing(thing, group, reading))),
  );
  if (parts.every(({ met }) => met === 'yes')) return parts;
  const whole = judgeWhole(asked, reading);
  return whole && orderOf[whole.met] > Math.min(...parts.map(({ met }) => orderOf[met])) ? [whole] : parts;
}

const orderOf: Readonly<Record<Met, number>> = { unknown: 0, no: 0, partly: 1, yes: 2 };

function judgeWhole({ said, things, languages, degree }: AskedText, reading: Reading): Part | null {
  const all = things.flatMap(({ anyOf }) => anyOf);
  // One thing by itself was judged by its own words.
  if (all.length < 2 || languages.length > 0 || degree) return null;
  if (all.some(({ certificate, isRole, phrase }) => certificate || isRole || isProperName(phrase)))
    return null;
  const sure = passagesTelling(said, reading.told);
  const passages = sure.length > 0 ? sure : passagesTelling(said, reading.told, perhapsTold);
  if (passages.length === 0) return null;
  const phrase = said[0]!.toLowerCase() + said.slice(1);
  const thing = { ...all[0]!, phrase, said, concepts: [], otherWords: [] };
  const group = {
    anyOf: [thing],
    years: things.find(({ years }) => years !== null)?.years ?? null,
    level: null,
    rank: things.find(({ rank }) => rank !== null)?.rank ?? null,
    amount: things.find(({ amount }) => amount !== null)?.amount ?? null,
  };
  const found = sure.length > 0 ? inMeaning : perhaps;
  return judgeFound({ thing, ...found, passages, detail: '' }, group, reading);
}

const inMeaning = { shown: 'in meaning', score: 0.55 } as const;
const perhaps = { shown: 'perhaps', score: mostShort } as const;

const bestOf = (parts: readonly Part[]): Part =>
  parts.reduce((best, part) => ((part.score ?? -1) > (best.score ?? -1) ? part : best));

/** Something is asked not to be there. A CV that does not speak of it has it not. */
function judgeAbsence(parts: readonly Part[]): Part {
  const shown = parts.find(({ met }) => met === 'yes' || met === 'partly');
  if (parts.length === 0)
    return { met: 'unknown', score: null, reason: 'No CV could show this.', evidence: [] };
  if (!shown)
    return {
      met: 'yes',
      score: 1,
      reason: 'It is asked not to be there, and the CV does not show it.',
      evidence: [],
    };
  const { reason, evidence } = shown;
  return { met: 'no', score: 0, reason: `It is asked not to be there. ${reason}`, evidence };
}

/** The first of each, then the second, so that every part has a quote. */
const interleaved = (lists: readonly Quote[][]): Quote[] =>
  [0, 1, 2].flatMap((n) => lists.flatMap((list) => list[n] ?? []));

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
  // A degree that is asked for by its own name has no lower one in its place.
  if (/^MBA$/i.test(name) && !reading.profile.education.some(isMba))
    return { met: 'no', score: 0, reason: 'The CV does not mention an MBA.', evidence: [] };
  return { met: score <= noDegree ? 'no' : met, score, reason, evidence };
}

const isMba = ({ degree, field }: Education): boolean =>
  /\bM\.?B\.?A\b|business admin/i.test(`${degree?.value.name ?? ''} ${field?.value ?? ''}`) &&
  (degree?.value.level === 'master' || degree?.value.level === 'doctorate');

function judgeLanguage(language: AskedText['languages'][number], reading: Reading): Part {
  const { met, score, reason, evidence } = scoreLanguage({ ...language, importance: 1 }, reading);
  // A candidate who speaks the language below the level asked for still speaks it.
  return {
    met: met === 'no' && evidence.length > 0 ? 'partly' : met,
    score,
    reason: `${language.name}: ${reason[0]!.toLowerCase()}${reason.slice(1)}`,
    evidence,
  };
}
