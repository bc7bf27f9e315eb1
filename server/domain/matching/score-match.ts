import { asksForExperience } from '../requirements/types.ts';
import { round3 } from './evidence.ts';
import { noMeanings } from './meaning.ts';
import { type MatchQuestion, type Reading, readForMatch } from './reading.ts';
import { scoreEducation } from './score-education.ts';
import { scoreExperience } from './score-experience.ts';
import { scoreLanguage } from './score-language.ts';
import { scoreHardSkill, scoreIndustry, scoreSoftSkill } from './score-named.ts';
import { scoreQualification } from './score-qualification.ts';
import { summarise } from './summary.ts';
import type { Taxonomies } from './taxonomy.ts';
import type { MatchScore, RequirementScore } from './types.ts';

/** Counted up whenever the same CV and job may come to another score. */
export const scoringVersion = 9;

const withoutTitle =
  'What the job is called is not found in its description: positions are compared by skills and industries alone. Give requirements.job_title.';

/** The most that a match can reach while a minimal qualification is not met. */
export const unmetMinimalCap = 60;

/**
 * How well a CV answers a job: every requirement by itself, then 100 × Σ importance·score / Σ importance over what is
 * known. Pure and deterministic: the same CV, job, day, book and vectors give the same numbers.
 */
export const scoreMatch = (question: MatchQuestion, book: Taxonomies, meanings = noMeanings): MatchScore =>
  scoreReading({ ...readForMatch(question, book), meanings });

export function scoreReading(reading: Reading): MatchScore {
  const { requirements: asked } = reading.config;
  const requirements: RequirementScore[] = [
    ...asked.minimal_qualifications.map((one) => scoreQualification(one, 'minimal_qualification', reading)),
    ...(asksForExperience(asked.workExperience) ? [scoreExperience(reading)] : []),
    ...(asked.industries_config ?? []).map((one) => scoreIndustry(one, reading)),
    ...asked.skills.hard_skills.map((one) => scoreHardSkill(one, reading)),
    ...asked.skills.soft_skills.map((one) => scoreSoftSkill(one, reading)),
    ...asked.skills.language_skills_config.map((one) => scoreLanguage(one, reading)),
    ...(asked.education.is_enabled ? [scoreEducation(asked.education, reading)] : []),
    ...asked.preferable_qualifications.map((one) =>
      scoreQualification(one, 'preferable_qualification', reading),
    ),
  ];
  const totals = weighted(requirements);
  const cap = capOf(requirements, totals.score);
  const score = cap?.limit ?? totals.score;
  const { book, meanings, told } = reading;
  return {
    score,
    cap,
    requirements,
    knownShare: totals.knownShare,
    summary: summarise(score, cap, requirements),
    ...(!reading.jobTitle && asksForExperience(asked.workExperience) && { warnings: [withoutTitle] }),
    method: `assay-match ${scoringVersion}, taxonomy ${book.version}${meanings.model ? `, vectors ${meanings.model}` : ''}${told.model ? `, statements ${told.model}` : ''}`,
  };
}

function weighted(requirements: readonly RequirementScore[]): { score: number; knownShare: number } {
  const known = requirements.filter(({ score }) => score !== null);
  const importance = (list: readonly RequirementScore[]) =>
    list.reduce((sum, one) => sum + one.importance, 0);
  const total = importance(requirements);
  const knownTotal = importance(known);
  if (knownTotal === 0) return { score: 0, knownShare: 0 };
  const sum = known.reduce((left, one) => left + one.importance * one.score!, 0);
  return { score: Math.round((1000 * sum) / knownTotal) / 10, knownShare: round3(knownTotal / total) };
}

/** Not known is not unmet; only "no" caps. */
function capOf(requirements: readonly RequirementScore[], uncappedScore: number): MatchScore['cap'] {
  const unmet = requirements.filter(({ kind, met }) => kind === 'minimal_qualification' && met === 'no');
  if (unmet.length === 0 || uncappedScore <= unmetMinimalCap) return null;
  const names = unmet.map(({ name }) => `"${name}"`).join(', ');
  return {
    limit: unmetMinimalCap,
    uncappedScore,
    reason: `The score is capped at ${unmetMinimalCap} because a minimal qualification is not met: ${names}.`,
  };
}
