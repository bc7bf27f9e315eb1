import { jobTexts } from '../../../texts/jobs.ts';

const { editor: words, kinds } = jobTexts;

/** How the form calls what the validator names by its path. */
const names: Readonly<Record<string, string>> = {
  positionId: words.positionId,
  description: words.descriptionLabel,
  workExperience: words.experience,
  relevant_industries: kinds.industry,
  industries_config: kinds.industry,
  skills: words.skills,
  hard_skills: kinds.hard_skill,
  soft_skills: kinds.soft_skill,
  language_skills_config: kinds.language,
  education: words.education,
  minimal_qualifications: kinds.minimal_qualification,
  preferable_qualifications: kinds.preferable_qualification,
  employment_conditions: words.conditions,
};

/** "config.requirements.skills.hard_skills[0].name" -> "Hard skill 1"; the path itself where the form has no name for it. */
export function labelOf(path: string): string {
  const steps = path.split('.').map((step) => /^(\w+)(?:\[(\d+)\])?$/.exec(step));
  const known = steps.findLast((step) => step?.[1] !== undefined && names[step[1]] !== undefined);
  if (!known) return path;
  const name = names[known[1]!]!;
  return known[2] === undefined ? name : words.entry(name, Number(known[2]) + 1);
}
