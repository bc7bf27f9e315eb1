/**
 * What a customer looks for in a candidate: the requirements config of jobs, matches and searches, as
 * `validateConfig` gives it, with every omitted structure filled in. Field names are those of the interface.
 */
export interface RequirementsConfig {
  requirements: Requirements;
}

export interface Requirements {
  /** What the job is called; absent: read from its description. */
  job_title?: string;
  workExperience: WorkExperience;
  /** 1–3 names, one for each entry of `industries_config`; null: no industry is asked for. */
  relevant_industries: string[] | null;
  industries_config: NamedRequirement[] | null;
  skills: {
    /** At most 5. */
    hard_skills: NamedRequirement[];
    /** At most 5; at most 10 together with the hard skills. */
    soft_skills: NamedRequirement[];
    language_skills_config: LanguageRequirement[];
  };
  education: EducationRequirement;
  /** At most 3; one that is not met caps the score. */
  minimal_qualifications: TextRequirement[];
  /** At most 3. */
  preferable_qualifications: TextRequirement[];
  /** Contract, onsite, shift, location, availability: kept as given, never scored. */
  employment_conditions: Record<string, unknown>;
}

/** 1 barely matters, 3 moderate, 5 critical. Never 0: what does not matter is left out. */
export type Importance = 1 | 2 | 3 | 4 | 5;

export interface WorkExperience {
  /** Years of relevant experience, both inclusive, 0–60, `from` <= `to`; 0–60 asks for nothing (`asksForExperience`). */
  from: number;
  to: number;
  importance: Importance;
}

export interface NamedRequirement {
  /** Trimmed, 1–200 characters. */
  name: string;
  importance: Importance;
}

export interface LanguageRequirement {
  /** A plain name such as "German". */
  name: string;
  /** The least that is asked for; null: any. */
  level: LanguageLevel | null;
  importance: Importance;
}

/** CEFR levels and the words that job advertisements use for them. */
export const languageLevels = [
  'A1',
  'A2',
  'B1',
  'B2',
  'C1',
  'C2',
  'Basic',
  'Intermediate',
  'Advanced',
  'Fluent',
  'Native',
] as const;
export type LanguageLevel = (typeof languageLevels)[number];

export interface EducationRequirement {
  /** False: education is not scored, whatever else is set. */
  is_enabled: boolean;
  /** As the customer words it, e.g. "Bachelor"; null: any. */
  degree: string | null;
  /** Fields of study, any of which will do; empty: any field. */
  fields: string[];
  study_status: StudyStatus;
  importance: Importance;
}

/** Graduate: has the degree. Undergraduate: still studies for it. Both: either will do. */
export const studyStatuses = ['Graduate', 'Undergraduate', 'Both'] as const;
export type StudyStatus = (typeof studyStatuses)[number];

export interface TextRequirement {
  /** Trimmed, 1–1,000 characters. */
  text: string;
  importance: Importance;
}

/** The range of `workExperience` that shuts no candidate out: what is filled in when none is given. */
export const anyExperience = { from: 0, to: 60 } as const;

/** Whether the experience range asks for anything; if not, it is no requirement and is not scored. */
export const asksForExperience = ({ from, to }: Pick<WorkExperience, 'from' | 'to'>): boolean =>
  from > anyExperience.from || to < anyExperience.to;
