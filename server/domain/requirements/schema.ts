import { limits } from '../../config/limits.ts';
import { anyExperience, languageLevels, studyStatuses } from './types.ts';

const bounds = limits.requirements;

/** The part of JSON Schema that `readShape` knows, and that the published interface description shows. */
export interface Shape {
  type: Kind | readonly [Kind, 'null'];
  description?: string;
  /** Filled in where the value is omitted. */
  default?: unknown;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  /** Members beside `properties` are refused, unless this is true. */
  additionalProperties?: boolean;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  /** Of text, in characters as people count them, after trimming. */
  minLength?: number;
  maxLength?: number;
  enum?: readonly string[];
  /** Upper and lower case are the same to `enum`. */
  anyCase?: true;
  minimum?: number;
  maximum?: number;
}

export type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';

const importance: Shape = {
  type: 'integer',
  minimum: bounds.importance.min,
  maximum: bounds.importance.max,
  default: bounds.importance.default,
  description: '1 barely matters, 3 moderate, 5 critical.',
};
const name: Shape = { type: 'string', minLength: 1, maxLength: bounds.maxNameChars };
const text: Shape = { type: 'string', minLength: 1, maxLength: bounds.maxTextChars };

const object = (properties: Record<string, Shape>, rest: Partial<Shape> = {}): Shape => ({
  type: 'object',
  properties,
  required: [],
  additionalProperties: false,
  ...rest,
});
const list = (items: Shape, maxItems: number, rest: Partial<Shape> = {}): Shape => ({
  type: 'array',
  items,
  maxItems,
  ...rest,
});
const named = object({ name, importance }, { required: ['name'] });
const worded = object({ text, importance }, { required: ['text'] });
const years: Shape = {
  type: 'number',
  minimum: bounds.experienceYears.min,
  maximum: bounds.experienceYears.max,
};
const none = { default: [] };
const whole = { default: {} };
const industries = { minItems: bounds.industries.min, type: ['array', 'null'], default: null } as const;

/** The shape of `requirements`; the rules between its fields are in rules.ts. */
export const requirementsShape: Shape = object(
  {
    job_title: {
      ...name,
      description:
        'What the job is called, e.g. "Primary school teacher": whose years count as relevant experience. Otherwise it is read from the description.',
    },
    workExperience: object(
      {
        from: { ...years, default: anyExperience.from },
        to: { ...years, default: anyExperience.to },
        importance,
      },
      { ...whole, description: 'Years of relevant experience, both inclusive.' },
    ),
    relevant_industries: list(name, bounds.industries.max, industries),
    industries_config: list(named, bounds.industries.max, {
      ...industries,
      description: 'One entry for each of relevant_industries.',
    }),
    skills: object(
      {
        hard_skills: list(named, bounds.skillsPerKind, none),
        soft_skills: list(named, bounds.skillsPerKind, none),
        language_skills_config: list(
          object(
            {
              name: { ...name, description: 'A plain name, e.g. "German".' },
              level: { type: ['string', 'null'], enum: languageLevels, anyCase: true, default: null },
              importance,
            },
            { required: ['name'] },
          ),
          bounds.languages,
          none,
        ),
      },
      { ...whole, description: `At most ${bounds.skillsTogether} hard and soft skills together.` },
    ),
    education: object(
      {
        is_enabled: { type: 'boolean', default: false, description: 'false: education is not scored.' },
        degree: { ...name, type: ['string', 'null'], default: null },
        fields: list(name, bounds.fieldsOfStudy, none),
        study_status: { type: 'string', enum: studyStatuses, default: 'Both' },
        importance,
      },
      whole,
    ),
    minimal_qualifications: list(worded, bounds.qualificationsPerKind, {
      ...none,
      description: 'One that is not met caps the score.',
    }),
    preferable_qualifications: list(worded, bounds.qualificationsPerKind, none),
    employment_conditions: {
      type: 'object',
      additionalProperties: true,
      ...whole,
      description: 'Contract, onsite, shift, location, availability: stored, never scored.',
    },
  },
  { description: 'What is looked for. Whatever is omitted is filled in and shown.' },
);

export const configShape: Shape = object({ requirements: requirementsShape }, { required: ['requirements'] });

export const jobDescriptionShape: Shape = {
  type: 'string',
  minLength: 1,
  maxLength: limits.jobs.maxDescriptionChars,
};
