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
  description: 'How much it matters: 1 barely, 3 moderately, 5 critically.',
};
const nameOf = (description: string): Shape => ({
  type: 'string',
  minLength: 1,
  maxLength: bounds.maxNameChars,
  description,
});

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
const named = (what: string) => object({ name: nameOf(what), importance }, { required: ['name'] });
const worded = object(
  {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: bounds.maxTextChars,
      description: 'A sentence, as vacancies have them: "At least 3 years with SAP and fluent German".',
    },
    importance,
  },
  { required: ['text'] },
);
const years = (description: string): Shape => ({
  type: 'number',
  minimum: bounds.experienceYears.min,
  maximum: bounds.experienceYears.max,
  description,
});
const none = { default: [] };
const whole = { default: {} };
const industries = { minItems: bounds.industries.min, type: ['array', 'null'], default: null } as const;

/** The shape of `requirements`; the rules between its fields are in rules.ts. */
export const requirementsShape: Shape = object(
  {
    job_title: nameOf(
      'What the job is called, e.g. "Primary school teacher": whose years count as relevant experience. Otherwise it is read from the description.',
    ),
    workExperience: object(
      {
        from: { ...years('Years at least.'), default: anyExperience.from },
        to: { ...years('Years at most; not below `from`.'), default: anyExperience.to },
        importance,
      },
      {
        ...whole,
        description: `Years of relevant experience, both inclusive; ${anyExperience.from} to ${anyExperience.to} asks for nothing.`,
      },
    ),
    relevant_industries: list(nameOf('An industry.'), bounds.industries.max, {
      ...industries,
      description:
        'Industries asked for. Null: none; follows from industries_config where only that is given.',
    }),
    industries_config: list(named('The industry, as in relevant_industries.'), bounds.industries.max, {
      ...industries,
      description:
        'One entry for each of relevant_industries. Null: none; follows from relevant_industries where only that is given.',
    }),
    skills: object(
      {
        hard_skills: list(named('The skill, e.g. "SQL"; no language.'), bounds.skillsPerKind, {
          ...none,
          description: 'Tools, techniques and trades.',
        }),
        soft_skills: list(named('The skill, e.g. "Teamwork"; no language.'), bounds.skillsPerKind, {
          ...none,
          description: 'Manners of working. What a CV does not mention counts neither for nor against.',
        }),
        language_skills_config: list(
          object(
            {
              name: nameOf('A plain name, e.g. "German".'),
              level: {
                type: ['string', 'null'],
                enum: languageLevels,
                anyCase: true,
                default: null,
                description: 'The least that is asked for. Null: any.',
              },
              importance,
            },
            { required: ['name'] },
          ),
          bounds.languages,
          { ...none, description: 'Languages asked for.' },
        ),
      },
      { ...whole, description: `At most ${bounds.skillsTogether} hard and soft skills together.` },
    ),
    education: object(
      {
        is_enabled: { type: 'boolean', default: false, description: 'false: education is not scored.' },
        degree: {
          ...nameOf('The degree, as you word it, e.g. "Bachelor". Null: any.'),
          type: ['string', 'null'],
          default: null,
        },
        fields: list(nameOf('A field of study.'), bounds.fieldsOfStudy, {
          ...none,
          description: 'Fields of study, any of which will do. Empty: any field.',
        }),
        study_status: {
          type: 'string',
          enum: studyStatuses,
          default: 'Both',
          description: 'Graduate: has the degree. Undergraduate: still studies for it. Both: either will do.',
        },
        importance,
      },
      { ...whole, description: 'The education asked for.' },
    ),
    minimal_qualifications: list(worded, bounds.qualificationsPerKind, {
      ...none,
      description: 'What is needed: one that is not met caps the score.',
    }),
    preferable_qualifications: list(worded, bounds.qualificationsPerKind, {
      ...none,
      description: 'What would be good to have.',
    }),
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
  description: 'The job in words, as a vacancy has them.',
};
