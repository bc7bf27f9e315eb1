import type { Found, LanguageSkill } from '../cv/types.ts';
import type { CefrLevel } from '../languages/pack.ts';
import type { LanguageLevel, LanguageRequirement } from '../requirements/types.ts';
import { quotesOf, round3, supportOf, type ZoneWeights } from './evidence.ts';
import type { Reading } from './reading.ts';
import type { RequirementScore } from './types.ts';

const cefr: readonly CefrLevel[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];

/** What words of advertisements ask for. */
export const cefrOfLanguageLevel: Readonly<Record<LanguageLevel, CefrLevel>> = {
  A1: 'A1',
  A2: 'A2',
  B1: 'B1',
  B2: 'B2',
  C1: 'C1',
  C2: 'C2',
  Basic: 'A2',
  Intermediate: 'B1',
  Advanced: 'C1',
  Fluent: 'C1',
  Native: 'C2',
};

/** Said without a level, a language is known; how well is not. */
const levelUnsaid = 0.7;
/** The CV is written in it: that takes a good command, and the candidate may have had help. */
const writtenIn = 0.75;
/** Recruiters read so much of a candidate's work written in a language as a C1 of it; a few lines may be another person's. */
const manyWords = 150;
const perMissingLevel = 0.3;

/** Only where languages, skills or the person's own summary are told of: "French cuisine" in a job is no French. */
const spokenWeights: ZoneWeights = {
  languages: 1,
  skills: 0.7,
  summary: 0.7,
  other: 0.3,
  headline: 0.3,
  certificates: 0.7,
  education: 0,
  work: 0,
  title: 0,
  employer: 0,
};

export function scoreLanguage(requirement: LanguageRequirement, reading: Reading): RequirementScore {
  const { name, level, importance } = requirement;
  const base = { name: level ? `${name} (${level})` : name, kind: 'language' as const, importance };
  const concept = reading.book.languages.named(name);
  const code = concept?.near[0];
  const { languages, language: writtenLanguage } = reading.profile;
  const said = languages.find(({ value }) => value.code === code);
  const denied =
    reading.denials.passages.length > 0
      ? supportOf(reading.denials, concept?.names ?? [name], spokenWeights)
      : null;
  if (denied && denied.strength >= 0.5)
    return {
      ...base,
      score: 0,
      met: 'no',
      reason: 'The CV itself says that it is not spoken.',
      evidence: quotesOf(denied.passages),
    };
  if (said) return { ...base, ...judged(said, level), evidence: said.evidence.slice(0, 3) };

  const named = supportOf(reading.index, concept?.names ?? [name], spokenWeights);
  if (named.strength >= 0.5) {
    return {
      ...base,
      score: level ? levelUnsaid : 1,
      met: level ? 'partly' : 'yes',
      reason: level
        ? 'The CV names the language but not how well it is spoken.'
        : 'The CV names the language.',
      evidence: quotesOf(named.passages.filter(({ zone }) => spokenWeights[zone] >= 0.5)),
    };
  }
  if (code !== undefined && writtenLanguage === code) {
    const shown = cefr.indexOf(reading.index.wordCount >= manyWords ? 'C1' : 'B2');
    const isEnough = !level || cefr.indexOf(cefrOfLanguageLevel[level]) <= shown;
    const score = isEnough ? 1 : writtenIn;
    return {
      ...base,
      score,
      met: isEnough ? 'yes' : 'partly',
      reason: 'The CV is written in it.',
      evidence: quotesOf(longestLine(reading)),
    };
  }
  if (languages.length === 0) {
    return {
      ...base,
      score: null,
      met: 'unknown',
      reason: 'The CV does not say which languages are spoken.',
      evidence: [],
    };
  }
  return {
    ...base,
    score: 0,
    met: 'no',
    reason: 'The CV lists languages, and this is not among them.',
    evidence: [],
  };
}

/** What shows best which language it is written in. */
const longestLine = ({ index }: Reading) =>
  index.passages
    .slice(0, 50)
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, 1);

function judged(
  { value }: Found<LanguageSkill>,
  asked: LanguageLevel | null,
): Pick<RequirementScore, 'score' | 'met' | 'reason'> {
  if (!asked) return { score: 1, met: 'yes', reason: 'The CV lists the language.' };
  if (value.isNative) return { score: 1, met: 'yes', reason: 'It is a native language.' };
  if (!value.level)
    return { score: levelUnsaid, met: 'partly', reason: 'The CV lists the language without a level.' };
  const missing = cefr.indexOf(cefrOfLanguageLevel[asked]) - cefr.indexOf(value.level);
  if (missing <= 0)
    return { score: 1, met: 'yes', reason: `The CV says ${value.level} or what amounts to it.` };
  const score = round3(Math.max(0, 1 - perMissingLevel * missing));
  return {
    score,
    met: score >= 0.2 ? 'partly' : 'no',
    reason: `The CV says ${value.level} or what amounts to it; asked for is ${cefrOfLanguageLevel[asked]}.`,
  };
}
