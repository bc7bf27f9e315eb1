import { asksForExperience, type RequirementsConfig } from '../requirements/types.ts';
import type { RequirementKind } from './types.ts';

/** One thing that a match is scored by. */
export interface RequirementWeight {
  kind: RequirementKind;
  /** As the customer worded it; null for experience and education, which are several fields. */
  name: string | null;
  importance: number;
  /** Of the importance of all, 0–1. */
  share: number;
}

/** What a match with this config is scored by, in the order of its results. */
export function weightsOf({ requirements: asked }: RequirementsConfig): RequirementWeight[] {
  const named = (
    kind: RequirementKind,
    list: readonly { name?: string; text?: string; importance: number }[],
  ) => list.map(({ name, text, importance }) => ({ kind, name: name ?? text ?? null, importance }));
  const weights = [
    ...named('minimal_qualification', asked.minimal_qualifications),
    ...(asksForExperience(asked.workExperience)
      ? named('work_experience', [{ importance: asked.workExperience.importance }])
      : []),
    ...named('industry', asked.industries_config ?? []),
    ...named('hard_skill', asked.skills.hard_skills),
    ...named('soft_skill', asked.skills.soft_skills),
    ...named('language', asked.skills.language_skills_config),
    ...(asked.education.is_enabled ? named('education', [{ importance: asked.education.importance }]) : []),
    ...named('preferable_qualification', asked.preferable_qualifications),
  ];
  const total = weights.reduce((sum, { importance }) => sum + importance, 0);
  return weights.map((weight) => ({ ...weight, share: weight.importance / total }));
}
