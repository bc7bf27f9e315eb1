import type {
  Importance,
  LanguageRequirement,
  NamedRequirement,
  Requirements,
  TextRequirement,
} from '../../../../../domain/requirements/types.ts';
import type { JobDetails, JobDraft } from '../../../../../modules/console/jobs/contract.ts';

/** A job while it is edited: every field is there, texts may still be empty. */
export interface Draft {
  positionId: string;
  description: string;
  requirements: Requirements;
  /** As typed: JSON that may still be broken. */
  conditions: string;
}

export const middling: Importance = 3;
export const newNamed = (): NamedRequirement => ({ name: '', importance: middling });
export const newLanguage = (): LanguageRequirement => ({ name: '', level: null, importance: middling });
export const newText = (): TextRequirement => ({ text: '', importance: middling });

export const emptyDraft = (): Draft => ({
  positionId: '',
  description: '',
  requirements: {
    workExperience: { from: 0, to: 60, importance: middling },
    relevant_industries: null,
    industries_config: null,
    skills: { hard_skills: [], soft_skills: [], language_skills_config: [] },
    education: { is_enabled: false, degree: null, fields: [], study_status: 'Both', importance: middling },
    minimal_qualifications: [],
    preferable_qualifications: [],
    employment_conditions: {},
  },
  conditions: '',
});

export function draftOf({
  positionId,
  description,
  config,
}: Pick<JobDetails, 'positionId' | 'description' | 'config'>): Draft {
  const { requirements } = config;
  const { employment_conditions: conditions } = requirements;
  return {
    positionId: positionId ?? '',
    description,
    requirements,
    conditions: Object.keys(conditions).length > 0 ? JSON.stringify(conditions, null, 2) : '',
  };
}

/** What is sent: industries are named once here and twice there, and empty means none. */
export function sentOf({ positionId, description, requirements, conditions }: Draft): JobDraft {
  const industries = requirements.industries_config ?? [];
  const parsed = parseConditions(conditions);
  return {
    positionId: positionId.trim() === '' ? null : positionId.trim(),
    description,
    config: {
      requirements: {
        ...requirements,
        relevant_industries: industries.length > 0 ? industries.map(({ name }) => name) : null,
        industries_config: industries.length > 0 ? industries : null,
        employment_conditions: 'value' in parsed ? parsed.value : {},
      },
    },
  };
}

/** An empty text is an empty object. */
export function parseConditions(
  text: string,
): { value: Record<string, unknown> } | { fault: 'notJson' | 'notObject' } {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Record<string, unknown> } : { fault: 'notObject' };
  } catch {
    return { fault: 'notJson' };
  }
}

/** The config as JSON to edit, without what only says that nothing is asked for. */
export const jsonOf = (draft: Draft): string => JSON.stringify(sentOf(draft).config, null, 2);

export const requirementsPath = 'config.requirements';

/**
 * What is wrong with a field, from the faults by path. Industries stand in two lists: either's faults are shown with
 * the one that is edited.
 */
export function faultAt(faults: Readonly<Record<string, string>>, path: string): string | undefined {
  const own = faults[path];
  if (own !== undefined) return own;
  const twin = /^config\.requirements\.industries_config\[(\d+)\]\.name$/.exec(path);
  return twin ? faults[`config.requirements.relevant_industries[${twin[1]}]`] : undefined;
}

/**
 * Whether nothing stands yet where a fault is: a row that was just added, or the description. That it is empty is
 * said on saving.
 */
export function isStillEmpty({ description, requirements }: Draft, path: string): boolean {
  if (path === 'description') return description.trim() === '';
  const [, list, at] = /^config\.requirements\.([\w.]+)\[(\d+)\](?:\.(?:name|text))?$/.exec(path) ?? [];
  if (!list) return false;
  const entries = {
    relevant_industries: requirements.industries_config,
    industries_config: requirements.industries_config,
    'skills.hard_skills': requirements.skills.hard_skills,
    'skills.soft_skills': requirements.skills.soft_skills,
    'skills.language_skills_config': requirements.skills.language_skills_config,
    minimal_qualifications: requirements.minimal_qualifications,
    preferable_qualifications: requirements.preferable_qualifications,
  }[list];
  const entry: { name?: string; text?: string } | undefined = entries?.[Number(at)];
  return entry !== undefined && (entry.name ?? entry.text ?? '').trim() === '';
}

/** Entry `at` taken away; the others keep their order. */
export const without = <Entry>(list: readonly Entry[], at: number): Entry[] =>
  list.filter((_, index) => index !== at);

export const replaced = <Entry>(list: readonly Entry[], at: number, entry: Entry): Entry[] =>
  list.map((old, index) => (index === at ? entry : old));
