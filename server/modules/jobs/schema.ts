import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { configShape, jobDescriptionShape, type Shape } from '../../domain/requirements/schema.ts';
import { positionIdPattern } from '../../domain/requirements/validate.ts';

const { jobsPage } = limits;
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });

/**
 * The shape that the validator itself reads by, without the words that only it knows. Defaults are told in words: generators of
 * clients take a field with a default for one that must be sent.
 */
export function published(shape: Shape): Record<string, unknown> {
  const { anyCase, properties, items, enum: choices, default: usual, description, ...rest } = shape;
  const unlessGiven = ['string', 'number', 'boolean'].includes(typeof usual) && `${usual} unless given.`;
  const told = [description, unlessGiven].filter(Boolean).join(' ');
  return {
    ...rest,
    ...(told && { description: told }),
    ...(choices && { enum: typeof shape.type === 'string' ? choices : [...choices, null] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, published(inner)]),
      ),
    }),
    ...(items && { items: published(items) }),
  };
}

export const RequirementsConfigSchema = Type.Unsafe<Record<string, unknown>>({
  ...published(configShape),
  $id: 'RequirementsConfig',
});

export const PositionId = Type.String({
  pattern: positionIdPattern.source,
  description: 'Your own id of the job.',
});
const Description = Type.Unsafe<string>(published(jobDescriptionShape));
const Config = Type.Ref('RequirementsConfig');

export const NewJob = Type.Object(
  {
    position_id: Type.Optional(nullable(PositionId)),
    job_description: Description,
    config: Config,
  },
  { $id: 'NewJob', ...closed },
);

export const JobUpdate = Type.Object(
  {
    position_id: Type.Optional(nullable(PositionId)),
    job_description: Type.Optional(Description),
    config: Type.Optional(Config),
  },
  {
    $id: 'JobUpdate',
    ...closed,
    minProperties: 1,
    description: 'What is not sent stays; config is replaced whole.',
  },
);

export const Job = Type.Object(
  {
    id: Type.String(),
    job_id: Type.String({ description: 'The same as id.' }),
    position_id: nullable(Type.String()),
    status: Type.Ref('JobStatus'),
    job_title: nullable(
      Type.String({
        description:
          'From config.requirements.job_title, else read from job_description. null: neither says, and positions are compared by skills and industries alone; give job_title.',
      }),
    ),
    job_description: Type.String(),
    config: Config,
    created_at: DateTime,
    updated_at: Type.String({
      format: 'date-time',
      description: 'Moves only when something really changes.',
    }),
    archived_at: nullable(DateTime),
  },
  { $id: 'Job', ...closed },
);

const JobStatus = Type.Enum(['active', 'archived'], { $id: 'JobStatus' });

export const JobsPage = Type.Object(
  { data: Type.Array(Type.Ref('Job')), next_cursor: nullable(Type.String()) },
  { $id: 'JobsPage', ...closed },
);

export const JobsQuery = Type.Object({
  limit: Type.Integer({ minimum: jobsPage.min, maximum: jobsPage.max, default: jobsPage.default }),
  cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the page before.' })),
  position_id: Type.Optional(Type.String({ minLength: 1 })),
  status: Type.Enum(['active', 'archived'], { default: 'active' }),
});

/** Code of a refusal by the query's schema, by parameter. */
export const jobsQueryCodes = {
  status: 'INVALID_STATUS',
} as const;

export const jobSchemas = [JobStatus, RequirementsConfigSchema, NewJob, JobUpdate, Job, JobsPage];
