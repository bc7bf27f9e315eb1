import { readBody } from '../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { readConfig, readJobDescription, readPositionId } from '../../domain/requirements/validate.ts';
import { NewJob } from './contract.ts';
import type { JobChanges, JobContent } from './types.ts';

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
