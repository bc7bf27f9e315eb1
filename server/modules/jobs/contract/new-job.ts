import { type Static, Type } from 'typebox';
import { readBody } from '../../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { jobDescriptionShape } from '../../../domain/requirements/schema.ts';
import {
  positionIdPattern,
  readConfig,
  readJobDescription,
  readPositionId,
} from '../../../domain/requirements/validate.ts';
import { closed, orNull, ref, text } from '../../shapes/schema.ts';
import type { JobChanges, JobContent } from '../types.ts';
import { PositionId, published, RequirementsConfig } from './requirements.ts';

const Description = Type.Unsafe<string>(published(jobDescriptionShape, 'sent'));
const Config = ref(RequirementsConfig, 'What the job asks for.');

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

/** ApiError INVALID_INPUT with every fault of the body. */
export function parseNewJob(body: unknown): JobContent & { positionId: string | null } {
  const faults = createFaults();
  const given = readBody(body, NewJob, faults);
  for (const name of ['job_description', 'config'] as const) {
    if (given[name] === undefined) faults.add(name, 'Is missing.');
  }
  const changes = readChanges(given, faults);
  refuseFaults(faults);
  return {
    description: changes.description!,
    config: changes.config!,
    positionId: changes.positionId ?? null,
  };
}

/** ApiError INVALID_INPUT with every fault of the body. A field that is not sent stays as it is. */
export function parseJobChanges(body: unknown): JobChanges {
  const faults = createFaults();
  const given = readBody(body, NewJob, faults);
  const names = Object.keys(NewJob.properties) as (keyof typeof given)[];
  if (faults.count === 0 && names.every((name) => given[name] === undefined)) {
    faults.add('body', `Must have at least one of ${names.join(', ')}.`);
  }
  const changes = readChanges(given, faults);
  refuseFaults(faults);
  return changes;
}

function readChanges(
  given: Partial<Record<keyof typeof NewJob.properties, unknown>>,
  faults: Faults,
): JobChanges {
  const changes: JobChanges = {};
  const { position_id, job_description, config } = given;
  if (position_id !== undefined) {
    const positionId = position_id === null ? null : readPositionId(position_id, 'position_id', faults);
    if (positionId !== undefined) changes.positionId = positionId;
  }
  if (job_description !== undefined) {
    const description = readJobDescription(job_description, 'job_description', faults);
    if (description !== undefined) changes.description = description;
  }
  if (config !== undefined) {
    const read = readConfig(config, 'config', faults);
    if (read) changes.config = read;
  }
  return changes;
}

/** As it is sent; what is omitted is filled in. */
export const newJobExample: Static<typeof NewJob> = {
  position_id: 'accountant-2026',
  job_description: 'Accountant in a team of four, responsible for monthly reports.',
  config: {
    requirements: {
      workExperience: { from: 2, to: 6, importance: 4 },
      skills: {
        hard_skills: [
          { name: 'SQL', importance: 5 },
          { name: 'Excel', importance: 3 },
        ],
        language_skills_config: [{ name: 'English', level: 'B2', importance: 4 }],
      },
      minimal_qualifications: [{ text: 'Has closed the books of a company', importance: 4 }],
    },
  },
};
