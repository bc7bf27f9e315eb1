import { cefrOfLanguageLevel } from '../matching/score-language.ts';
import type { RequirementsConfig } from '../requirements/types.ts';
import type { CutPoints } from '../scoring/calibration.ts';
import { cefrLevels, cefrPosterior } from '../scoring/cefr-levels.ts';
import { languageName } from '../transcript/language.ts';
import type { AskedLevel, JobComparison, ReportedLevel } from './types.ts';

/** From this probability on it is told as reached, and under its opposite as not. */
const SURE = 0.9;

/**
 * The level that a job asks for in a language; null where it names none.
 *
 * @param language ISO 639-1
 */
export function askedLevel(
  { requirements }: RequirementsConfig,
  language: string,
  title: string | null,
): AskedLevel | null {
  const name = languageName(language).toLowerCase();
  const wanted = requirements.skills.language_skills_config.find(
    (skill) =>
      skill.level &&
      skill.name
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.includes(name),
  );
  return wanted?.level ? { wording: wanted.level, level: cefrOfLanguageLevel[wanted.level], title } : null;
}

export function compareWithJob(
  asked: AskedLevel,
  level: ReportedLevel | null,
  cutPoints: CutPoints,
): JobComparison {
  if (!level?.interval) return { ...asked, probability: null, verdict: 'open' };
  const posterior = cefrPosterior(level.score, level.interval, cutPoints);
  const reached = cefrLevels
    .slice(cefrLevels.indexOf(asked.level))
    .reduce((sum, one) => sum + posterior[one], 0);
  const probability = Math.round(100 * Math.min(1, reached)) / 100;
  return {
    ...asked,
    probability,
    verdict: probability >= SURE ? 'reached' : probability <= 1 - SURE ? 'notReached' : 'open',
  };
}
