import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { configShape, jobDescriptionShape, type Shape } from '../../domain/requirements/schema.ts';
import { positionIdPattern } from '../../domain/requirements/validate.ts';
import { pageCursor, pageLimit } from '../runs/schema.ts';
import { closed, list, nextCursor, orNull, ref, text, time } from '../shapes/schema.ts';

/**
 * The shape that the validator itself reads by, without the words that only it knows.
 *
 * @param as `sent`: closed, with defaults told in words: generators of clients take a field with a default for one that must be sent.
 *   `shown`: open, and complete but for what has no default
 */
export function published(shape: Shape, as: 'sent' | 'shown'): Record<string, unknown> {
  const { anyCase, properties, items, enum: choices, default: usual, description, ...rest } = shape;
  const { required, additionalProperties, ...shown } = rest;
  const unlessGiven =
    as === 'sent' && ['string', 'number', 'boolean'].includes(typeof usual) && `${usual} unless given.`;
  /** Whatever has a default was filled in. */
  const shownAlways = Object.entries(properties ?? {})
    .filter(([name, inner]) => required?.includes(name) || inner.default !== undefined)
    .map(([name]) => name);
  const told = [description, unlessGiven].filter(Boolean).join(' ');
  return {
    ...(as === 'sent' ? rest : { ...shown, ...(properties && { required: shownAlways }) }),
    ...(told && { description: told }),
    ...(choices && { enum: typeof shape.type === 'string' ? choices : [...choices, null] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, published(inner, as)]),
      ),
    }),
    ...(items && { items: published(items, as) }),
  };
}

const RequirementsConfig = Type.Unsafe<Record<string, unknown>>({
  ...published(configShape, 'sent'),
  $id: 'RequirementsConfig',
  description: 'What a job asks for.',
});
const StoredRequirementsConfig = Type.Unsafe<Record<string, unknown>>({
  ...published(configShape, 'shown'),
  $id: 'StoredRequirementsConfig',
  description: 'What a job asks for, with all that was omitted filled in. It can be sent back as it is.',
});

export const PositionId = text('Your own id of the job; one active job has it at most.', {
  pattern: positionIdPattern.source,
});
const Description = Type.Unsafe<string>(published(jobDescriptionShape, 'sent'));
const Config = ref('RequirementsConfig', 'What the job asks for.');

export const NewJob = Type.Object(
  {
    position_id: Type.Optional(orNull(PositionId)),
    job_description: Description,
    config: Config,
  },
  { $id: 'NewJob', ...closed, description: 'A job to store.' },
);

export const JobUpdate = Type.Object(
  {
    position_id: Type.Optional(
      orNull(text('As for a new job; null removes it.', { pattern: positionIdPattern.source })),
    ),
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
    id: text('Our id of the job.'),
    job_id: text('The same as id.'),
    position_id: orNull(text('Your own id of the job. Null where it has none.')),
    status: ref('JobStatus', 'Whether matches and searches can refer to it.'),
    job_title: orNull(
      text(
        'From config.requirements.job_title, else read from job_description. Null where neither says: then positions are compared by skills and industries alone; give job_title.',
      ),
    ),
    job_description: text('The job in words.'),
    config: ref('StoredRequirementsConfig', 'What the job asks for.'),
    created_at: time('When it was stored.'),
    updated_at: time('When it was last changed; moves only when something really changes.'),
    archived_at: orNull(time('When it was archived. Null while it is active.')),
  },
  { $id: 'Job', description: 'A stored job.' },
);

const JobStatus = Type.Enum(['active', 'archived'], {
  $id: 'JobStatus',
  description: 'archived: kept for earlier matches, and neither changed nor referred to any more.',
});

export const JobsPage = Type.Object(
  { data: list(Type.Ref('Job'), 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'JobsPage', description: 'One page of jobs.' },
);

export const JobsQuery = Type.Object({
  limit: pageLimit(limits.jobsPage),
  cursor: pageCursor,
  position_id: Type.Optional(
    Type.String({ minLength: 1, description: 'Only jobs with exactly this id of yours.' }),
  ),
  status: Type.Enum(['active', 'archived'], { default: 'active', description: 'Only jobs of this status.' }),
});

/** Code of a refusal by the query's schema, by parameter. */
export const jobsQueryCodes = {
  status: 'INVALID_STATUS',
} as const;

export const jobSchemas = [
  JobStatus,
  RequirementsConfig,
  StoredRequirementsConfig,
  NewJob,
  JobUpdate,
  Job,
  JobsPage,
];
