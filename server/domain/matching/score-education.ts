import type { Education } from '../cv/types.ts';
import { type DegreeLevel, degreeLevels } from '../languages/pack.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { EducationRequirement } from '../requirements/types.ts';
import { quotesOf, round3 } from './evidence.ts';
import type { Reading } from './reading.ts';
import type { Quote, RequirementScore } from './types.ts';

/** From the highest level to the lowest: the first that fits decides. */
const degreeWords = lazy(() =>
  degreeLevels
    .toReversed()
    .map(
      (level) =>
        [level, new RegExp(`\\b(?:${cvWords((words) => words.askedDegrees?.[level])})\\b`, 'iu')] as const,
    ),
);

/** "Diploma" is a university's in several languages, but not behind "high school". */
const ofSchool = /\b(?:high|secondary) school\b/i;
const aboveSchool = /\b(?:associate|bachelor|master|degree|ph\.?d|doctor)/i;

export const degreeLevelOf = (text: string): DegreeLevel | undefined =>
  ofSchool.test(text) && !aboveSchool.test(text)
    ? 'school'
    : degreeWords().find(([, pattern]) => pattern.test(text))?.[0];

const degreeShare = 0.6;
const perMissingDegree = 0.4;
const wrongStatusScore = 0.5;

/**
 * The highest education that fits: degree against degree, field against fields. Which school it was never counts.
 * An education without a recognisable degree proves a field only.
 */
export function scoreEducation(requirement: EducationRequirement, reading: Reading): RequirementScore {
  const { degree, fields, study_status: status, importance } = requirement;
  const name = `${degree ?? 'Education'}${fields.length > 0 ? ` in ${fields.join(' or ')}` : ''}`;
  const base = { name, kind: 'education' as const, importance };
  const { education } = reading.profile;
  if (education.length === 0) {
    return {
      ...base,
      score: null,
      met: 'unknown',
      reason: 'No education could be read from the CV.',
      evidence: [],
    };
  }
  const scored = education
    .map((one) => ({ one, ...educationScore(one, requirement, reading) }))
    .toSorted((a, b) => b.score - a.score);
  const { one, score, missing } = scored[0]!;
  const isStatusWrong = status !== 'Both' && one.isOngoing !== (status === 'Undergraduate');
  const final = round3(isStatusWrong ? score * wrongStatusScore : score);
  const reasons = [
    ...missing,
    ...(isStatusWrong ? [one.isOngoing ? 'the studies still go on' : 'the studies are finished'] : []),
  ];
  return {
    ...base,
    score: final,
    met: final >= 0.85 ? 'yes' : final >= 0.2 ? 'partly' : 'no',
    reason:
      reasons.length > 0
        ? `The closest education falls short: ${reasons.join('; ').replace(/\.$/, '')}.`
        : 'The education is what is asked for.',
    evidence: evidenceOf(one, reading),
  };
}

/** Without a degree or field that could be read, the first lines about the education; never the school. */
function evidenceOf({ degree, field }: Education, { index }: Reading): Quote[] {
  const read = [...(degree?.evidence ?? []), ...(field?.evidence ?? [])];
  return read.length > 0
    ? read.slice(0, 3)
    : quotesOf(index.passages.filter(({ zone }) => zone === 'education').slice(0, 1));
}

function educationScore(
  { degree, field }: Education,
  { degree: asked, fields }: EducationRequirement,
  reading: Reading,
): { score: number; missing: string[] } {
  const missing: string[] = [];
  const wanted = asked ? degreeLevelOf(asked) : undefined;
  let degreeScore = 1;
  if (wanted) {
    const short = degree ? degreeLevels.indexOf(wanted) - degreeLevels.indexOf(degree.value.level) : 2;
    degreeScore = Math.max(0, 1 - perMissingDegree * Math.max(0, short));
    if (short > 0) missing.push(degree ? `the degree is ${degree.value.name}` : 'no degree is named');
  }
  if (fields.length === 0) return { score: degreeScore, missing };
  const studied = `${field?.value ?? ''} ${degree?.value.name ?? ''}`;
  const fieldScore = Math.max(...fields.map((name) => fieldCloseness(name, studied, reading)));
  if (fieldScore < 1) missing.push(field ? `the field is ${field.value}` : 'no field is named');
  return { score: wanted ? degreeShare * degreeScore + (1 - degreeShare) * fieldScore : fieldScore, missing };
}

/** The same field by name or alias, else the share of its words. */
function fieldCloseness(name: string, studied: string, { index, book }: Reading): number {
  const stemsIn = new Set(studied.split(/\s+/).flatMap((word) => index.phraseOf(word).stems));
  const wanted = index.phraseOf(name).stems;
  if (wanted.length === 0) return 0;
  const share = wanted.filter((stem) => stemsIn.has(stem)).length / wanted.length;
  for (const taxonomy of [book.skills, book.industries]) {
    const concept = taxonomy.named(name);
    if (concept && taxonomy.within(studied).includes(concept)) return 1;
  }
  return share;
}
