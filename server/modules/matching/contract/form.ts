import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { booleanOf } from '../../../domain/booleans.ts';
import { isObject, isTooDeep, maxDepth } from '../../../domain/json.ts';
import { parseMetadata, parseTags } from '../../../domain/labels/labels.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import {
  positionIdPattern,
  readConfig,
  readJobDescription,
  readPositionId,
} from '../../../domain/requirements/validate.ts';
import { fieldRefusal } from '../../../errors.ts';
import { closed } from '../../shapes/schema.ts';
import type { WebhookAnnouncer } from '../../webhooks/types.ts';
import { matchRuns } from '../run-type.ts';
import type { MatchFields } from '../types.ts';

const json = (description: string) =>
  Type.Optional(Type.String({ contentMediaType: 'application/json', description }));

const ignored = Type.Optional(
  Type.String({ deprecated: true, description: 'Of earlier versions: taken and ignored.' }),
);

/** The form as it goes over the wire: JSON travels as text. Its rules are checked on the stream. */
export const MatchForm = Type.Object(
  {
    cv: Type.Unsafe<string>({
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/pdf',
      description: `The CV: a PDF or a Word file (DOCX) of at most ${limits.cv.maxPages} pages and ${limits.cv.maxSizeBytes / 1024 / 1024} MB; a single file is taken under any name.`,
    }),
    job_description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.jobs.maxDescriptionChars,
        description:
          'The job in words. Together with config, or not at all: then the job that position_id or job_id means is used.',
      }),
    ),
    config: json('What the job asks for, a RequirementsConfig as JSON text: `{"requirements": {…}}`.'),
    position_id: Type.Optional(
      Type.String({
        pattern: positionIdPattern.source,
        description: 'Your own id of the job. At least one of position_id and job_id is needed.',
      }),
    ),
    job_id: Type.Optional(Type.String({ description: 'Our id of a stored job.' })),
    saveJob: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description:
          'true: job_description and config are stored as the job of this reference: a new one for position_id (409 where an active job has it), the one of job_id changed.',
      }),
    ),
    webhook_url: Type.Optional(
      Type.String({
        description: 'Address that gets a signed call when the match has ended: HTTPS and a public host.',
      }),
    ),
    metadata: json('Your own data about it: a JSON object, as for speech.'),
    tags: json('Your own tags for it: a JSON array of strings, as for speech.'),
    source: ignored,
    request_id: ignored,
    external_request_id: ignored,
  },
  {
    $id: 'MatchForm',
    ...closed,
    description: 'A CV and the job to match it with, as a form.',
  },
);

/** Fields of earlier versions: taken and ignored, in the form and in the address. */
export const formerMatchFields = ['source', 'request_id', 'external_request_id'] as const;

/** Text fields of the submit form, beside the file. */
type TextField = Exclude<keyof typeof MatchForm.properties, 'cv'>;
const { cv: _, ...matchTextFields } = MatchForm.properties;

/** An empty field counts as absent. */
type Given = ReadonlyMap<string, string>;
const textOf = (given: Given, name: string): string | undefined => given.get(name) || undefined;
/** Of the client whose form it is. */
interface Webhooks {
  checkUrl(url: string): ReturnType<WebhookAnnouncer['checkUrl']>;
}

const fileRules = {
  folderOf: matchRuns.folderOf,
  fileField: 'cv',
  maxSizeBytes: limits.cv.maxSizeBytes,
};

export const matchForm = (webhooks: Webhooks) => ({
  ...fileRules,
  anyFileField: true,
  textFields: Object.keys(matchTextFields),
  maxFieldBytes: limits.cv.maxFieldBytes,
  check: (given: Given) => checkMatchFields(given, webhooks),
  parse: (given: Given) => parseMatchFields(given, webhooks),
});

/** A CV for a job of the catalogue, whose id comes before the file; `again`: also one that was matched with it already. */
export const catalogueMatchForm = {
  ...fileRules,
  textFields: ['jobId', 'again'],
  parse(given: Given): Omit<MatchFields, 'reference'> & {
    reference: { jobId: string; positionId: null };
    refusesKnown: boolean;
  } {
    const jobId = textOf(given, 'jobId');
    if (jobId === undefined) throw fieldRefusal('jobId', 'Is missing; send it before the file.');
    const reference = { jobId, positionId: null };
    const rest = { inline: null, saveJob: false, webhookUrl: null, metadata: {}, tags: [] };
    return { reference, ...rest, refusesKnown: booleanOf(textOf(given, 'again') ?? '') !== true };
  },
};

/**
 * Reads the whole form: ApiError INVALID_INPUT with every fault of its fields, then INVALID_METADATA, INVALID_TAGS.
 */
export function parseMatchFields(given: Given, webhooks: Webhooks): MatchFields {
  const faults = createFaults();
  const fields = readFields(given, webhooks, faults);
  const has = (name: TextField) => textOf(given, name) !== undefined;
  if (!has('position_id') && !has('job_id')) {
    faults.add('position_id', 'Is missing; send position_id or job_id.');
  }
  // Both or neither, and what is to be saved has to be there.
  for (const [one, other] of [
    ['job_description', 'config'],
    ['config', 'job_description'],
  ] as const) {
    if (!has(one) && has(other)) faults.add(one, `Is missing; it belongs together with ${other}.`);
  }
  if (fields.saveJob && !has('job_description') && !has('config')) {
    faults.add('saveJob', 'There is nothing to save without job_description and config.');
  }
  refuseFaults(faults);
  const { description, config } = fields;
  return {
    reference: { jobId: fields.jobId ?? null, positionId: fields.positionId ?? null },
    inline: description !== undefined && config !== undefined ? { description, config } : null,
    saveJob: fields.saveJob,
    webhookUrl: fields.webhookUrl ?? null,
    ...readLabels(given),
  };
}

/** Judges what has come so far, before the file is read; what is missing may still come behind it. */
function checkMatchFields(given: Given, webhooks: Webhooks): void {
  const faults = createFaults();
  readFields(given, webhooks, faults);
  refuseFaults(faults);
  readLabels(given);
}

const readLabels = (given: Given) => ({
  metadata: parseMetadata(textOf(given, 'metadata')),
  tags: parseTags(textOf(given, 'tags')),
});

function readFields(given: Given, webhooks: Webhooks, faults: Faults) {
  const read = <Value>(name: TextField, reader: (text: string) => Value) => {
    const text = textOf(given, name);
    return text === undefined ? undefined : reader(text);
  };
  return {
    description: read('job_description', (text) => readJobDescription(text, 'job_description', faults)),
    config: read('config', (text) => readConfigText(text, faults)),
    positionId: read('position_id', (text) => readPositionId(text, 'position_id', faults)),
    jobId: read('job_id', (text) => readJobId(text, faults)),
    saveJob: read('saveJob', (text) => readBoolean(text, 'saveJob', faults)) ?? false,
    webhookUrl: read('webhook_url', (text) => {
      const checked = webhooks.checkUrl(text);
      if ('url' in checked) return checked.url;
      return void faults.add('webhook_url', checked.fault);
    }),
  };
}

function readConfigText(text: string, faults: Faults) {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    return void faults.add('config', 'Is not valid JSON.');
  }
  if (!isObject(config)) return void faults.add('config', 'Must be a JSON object.');
  if (isTooDeep(config)) {
    return void faults.add('config', `Must not be nested deeper than ${maxDepth} levels.`);
  }
  return readConfig(config, 'config', faults);
}

/** Any text may be an id that does not exist; only what none can be is a fault of its own. */
function readJobId(text: string, faults: Faults): string | undefined {
  if (text.length <= 100) return text;
  return void faults.add('job_id', 'Must have 1 to 100 characters.');
}

function readBoolean(text: string, name: string, faults: Faults): boolean | undefined {
  const known = booleanOf(text);
  if (known !== undefined) return known;
  return void faults.add(name, 'Must be true or false.');
}
