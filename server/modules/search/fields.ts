import { limits } from '../../config/limits.ts';
import { isObject, isTooDeep, maxDepth } from '../../domain/json.ts';
import { charCount, isStorable, labelText, parseMetadata, parseTags } from '../../domain/labels/labels.ts';
import { readBody } from '../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { readConfig, readJobDescription, readPositionId } from '../../domain/requirements/validate.ts';
import { ApiError } from '../../errors.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { readCandidate } from './ingest/candidate-fields.ts';
import type { BatchRow, SearchedJob, SearchFields, SearchFilters } from './types.ts';

const corpusIdPattern = new RegExp(`^[A-Za-z0-9._-]{1,${limits.search.corpusId.maxChars}}$`);
export const corpusIdSource = corpusIdPattern.source;

const batchFields = ['corpus_id', 'candidates'] as const;
const searchFields = [
  'corpus_id',
  'position_metadata',
  'position_id',
  'job_id',
  'saveJob',
  'job_updated',
  'filters',
  'limit',
  'webhook_url',
  'metadata',
  'tags',
] as const;
const filterFields = ['tags', 'require_minimal_qualifications'] as const;

/** Rows judged between two looks at what else there is to do: a batch must not keep other requests waiting. */
const rowsAtOnce = 16;

/**
 * ApiError INVALID_INPUT for what is wrong with the batch itself, BATCH_TOO_LARGE; what is wrong with a row is said of the row. Of two
 * rows with one external_id the later one is refused: which of them counts is not ours to guess.
 */
export async function parseBatch(body: unknown): Promise<{ corpusId: string; rows: BatchRow[] }> {
  const faults = createFaults();
  const given = readBody(body, batchFields, faults);
  const corpusId = readCorpusId(given.corpus_id, faults);
  const { candidates } = given;
  if (!Array.isArray(candidates) || candidates.length === 0)
    faults.add(
      'candidates',
      candidates === undefined ? 'Is missing.' : 'Must be a list with at least one entry.',
    );
  refuseFaults(faults);
  const list = candidates as unknown[];
  const { maxCandidates } = limits.search.batch;
  if (list.length > maxCandidates) {
    throw new ApiError(
      'BATCH_TOO_LARGE',
      `A batch has at most ${maxCandidates} candidates; this one has ${list.length}.`,
      { details: { maxCandidates, candidates: list.length } },
    );
  }
  const rows: BatchRow[] = [];
  const seen = new Set<string>();
  for (const one of list) {
    if (rows.length % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate);
    const row = readCandidate(one);
    if ('candidate' in row) {
      const { externalId } = row.candidate;
      if (seen.has(externalId)) {
        rows.push({
          externalId,
          faults: { external_id: 'Stands in this batch twice; the first one counts.' },
        });
        continue;
      }
      seen.add(externalId);
    }
    rows.push(row);
  }
  return { corpusId: corpusId!, rows };
}

/** Of the client whose search it is. */
interface Webhooks {
  checkUrl(url: string): ReturnType<WebhookAnnouncer['checkUrl']>;
}

/** ApiError INVALID_INPUT with every fault, then INVALID_METADATA, INVALID_TAGS. */
export function parseSearch(body: unknown, webhooks: Webhooks): SearchFields {
  const faults = createFaults();
  const given = readBody(body, searchFields, faults);
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

export function readCorpusId(given: unknown, faults: Faults): string | undefined {
  if (typeof given === 'string' && corpusIdPattern.test(given)) return given;
  const { maxChars } = limits.search.corpusId;
  faults.add(
    'corpus_id',
    given === undefined
      ? 'Is missing: nothing is ever searched or stored without it.'
      : `Must be 1 to ${maxChars} letters, digits, dots, underscores or hyphens.`,
  );
  return undefined;
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
  const { maxChars } = limits.search.jobUpdated;
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
    if ((filterFields as readonly string[]).includes(name)) continue;
    faults.add(`filters.${name.slice(0, 60)}`, `Is not known; known are ${filterFields.join(', ')}.`);
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
  const { min, max, default: usual } = limits.search.results;
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
