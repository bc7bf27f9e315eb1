import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { isObject, isTooDeep, maxDepth } from '../../../domain/json.ts';
import { charCount, isStorable, labelText, parseMetadata, parseTags } from '../../../domain/labels/labels.ts';
import { readBody } from '../../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { configShape, jobDescriptionShape } from '../../../domain/requirements/schema.ts';
import { readConfig, readJobDescription, readPositionId } from '../../../domain/requirements/validate.ts';
import { PositionId, published } from '../../jobs/contract/requirements.ts';
import { closed, flag, orNull, ref, text, whole } from '../../shapes/schema.ts';
import type { WebhookAnnouncer } from '../../webhooks/types.ts';
import type { SearchedJob, SearchFields, SearchFilters } from '../types.ts';
import { CorpusId, optional, readCorpusId, sentMetadata, sentTags } from './candidates.ts';

const { search } = limits;

/** The requirements config with the description in it. */
export const PositionMetadata = Type.Unsafe<Record<string, unknown>>({
  ...published(
    {
      ...configShape,
      properties: { job_description: jobDescriptionShape, ...configShape.properties },
    },
    'sent',
  ),
  $id: 'PositionMetadata',
  description: 'What the position asks for, and what it is.',
});

const Filters = Type.Object(
  {
    tags: optional(sentTags('Only candidates that have all of these.')),
    require_minimal_qualifications: optional(
      flag('Without those of whom a minimal qualification is found to be unmet.'),
    ),
  },
  { ...closed, description: 'Whom to search among.' },
);

export const NewSearch = Type.Object(
  {
    corpus_id: CorpusId,
    position_metadata: Type.Optional(
      ref(PositionMetadata, 'The position to search for, in place of a stored job.'),
    ),
    position_id: Type.Optional(orNull(PositionId)),
    job_id: optional(text('Our id of a stored job.')),
    saveJob: Type.Optional(
      flag(
        'position_metadata is stored as the job of this reference: a new one, or the one of job_id changed.',
      ),
    ),
    job_updated: optional(
      text(
        'Your own note of when the position last changed: comes back for one that is sent with the search; for a stored job it says when that was last changed.',
        { maxLength: search.jobUpdated.maxChars },
      ),
    ),
    filters: optional(Filters),
    limit: Type.Optional(
      whole(`How many candidates it names; ${search.results.default} unless given.`, {
        minimum: search.results.min,
        maximum: search.results.max,
      }),
    ),
    webhook_url: optional(
      text('Address that gets a signed call when the search has ended: HTTPS and a public host.'),
    ),
    metadata: optional(sentMetadata('Your own data about the search.')),
    tags: optional(sentTags('Your own tags for the search.')),
  },
  {
    $id: 'NewSearch',
    ...closed,
    description: 'One of position_metadata, position_id and job_id is needed.',
  },
);

/** Of the client whose search it is. */
interface Webhooks {
  checkUrl(url: string): ReturnType<WebhookAnnouncer['checkUrl']>;
}

/** ApiError INVALID_INPUT with every fault, then INVALID_METADATA, INVALID_TAGS. */
export function parseSearch(body: unknown, webhooks: Webhooks): SearchFields {
  const faults = createFaults();
  const given = readBody(body, NewSearch, faults);
  const corpusId = readCorpusId(given.corpus_id, faults);
  const positionId =
    given.position_id == null ? null : readPositionId(given.position_id, 'position_id', faults);
  const jobId = given.job_id == null ? null : readJobId(given.job_id, faults);
  const inline = given.position_metadata == null ? null : readPosition(given.position_metadata, faults);
  const saveJob = readBoolean(given.saveJob, 'saveJob', faults);
  if (given.position_metadata == null && given.position_id == null && given.job_id == null) {
    faults.add('position_metadata', 'Is missing; send position_metadata, position_id or job_id.');
  }
  if (saveJob && given.position_metadata == null) {
    faults.add('saveJob', 'There is nothing to save without position_metadata.');
  }
  if (saveJob && inline && inline.description === '') {
    faults.add('position_metadata.job_description', 'Is missing; a job is saved with its description.');
  }
  const jobUpdated = readJobUpdated(given.job_updated, faults);
  const filters = readFilters(given.filters, faults);
  const limit = readLimit(given.limit, faults);
  const webhookUrl = readWebhookUrl(given.webhook_url, webhooks, faults);
  refuseFaults(faults);
  return {
    corpusId: corpusId!,
    reference: { jobId: jobId ?? null, positionId: positionId ?? null },
    inline: inline ?? null,
    saveJob,
    jobUpdated,
    filters,
    limit,
    webhookUrl,
    metadata: parseMetadata(labelText(given.metadata)),
    tags: parseTags(labelText(given.tags)),
  };
}

/** The config with the description in it: what a stored job is, in one. */
function readPosition(given: unknown, faults: Faults): SearchedJob | undefined {
  const path = 'position_metadata';
  if (!isObject(given)) return void faults.add(path, 'Must be an object.');
  if (isTooDeep(given)) return void faults.add(path, `Must not be nested deeper than ${maxDepth} levels.`);
  const { job_description: text, ...rest } = given;
  const description = text == null ? '' : readJobDescription(text, `${path}.job_description`, faults);
  const config = readConfig(rest, path, faults);
  return config && description !== undefined ? { description, config } : undefined;
}

/** Any text may be an id that does not exist; only what none can be is a fault of its own. */
function readJobId(given: unknown, faults: Faults): string | undefined {
  if (typeof given === 'string' && given !== '' && given.length <= 100) return given;
  return void faults.add('job_id', 'Must have 1 to 100 characters.');
}

function readBoolean(given: unknown, path: string, faults: Faults): boolean {
  if (given === undefined || given === null) return false;
  if (typeof given === 'boolean') return given;
  faults.add(path, 'Must be true or false.');
  return false;
}

function readJobUpdated(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  const { maxChars } = search.jobUpdated;
  if (typeof given === 'string' && isStorable(given) && charCount(given) <= maxChars) return given;
  faults.add('job_updated', `Must be a text of at most ${maxChars} characters.`);
  return null;
}

function readFilters(given: unknown, faults: Faults): SearchFilters {
  const none = { tags: [], requireMinimalQualifications: false };
  if (given === undefined || given === null) return none;
  if (!isObject(given)) {
    faults.add('filters', 'Must be an object.');
    return none;
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(Filters.properties, name)) continue;
    faults.add(
      `filters.${name.slice(0, 60)}`,
      `Is not known; known are ${Object.keys(Filters.properties).join(', ')}.`,
    );
  }
  return {
    tags: readFilterTags(given.tags, faults),
    requireMinimalQualifications: readBoolean(
      given.require_minimal_qualifications,
      'filters.require_minimal_qualifications',
      faults,
    ),
  };
}

function readFilterTags(given: unknown, faults: Faults): string[] {
  if (given === undefined || given === null) return [];
  const { maxCount, maxChars } = limits.tags;
  const isRight =
    Array.isArray(given) &&
    given.length <= maxCount &&
    given.every(
      (tag) => typeof tag === 'string' && tag.trim() !== '' && charCount(tag) <= maxChars && isStorable(tag),
    );
  if (isRight) return [...new Set((given as string[]).map((tag) => tag.trim()))];
  faults.add('filters.tags', `Must be at most ${maxCount} texts of 1 to ${maxChars} characters.`);
  return [];
}

function readLimit(given: unknown, faults: Faults): number {
  const { min, max, default: usual } = search.results;
  if (given === undefined || given === null) return usual;
  if (typeof given === 'number' && Number.isInteger(given) && given >= min && given <= max) return given;
  faults.add('limit', `Must be a whole number from ${min} to ${max}.`);
  return usual;
}

function readWebhookUrl(given: unknown, webhooks: Webhooks, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  const checked = typeof given === 'string' ? webhooks.checkUrl(given) : { fault: 'Must be a text.' };
  if ('url' in checked) return checked.url;
  faults.add('webhook_url', checked.fault);
  return null;
}
