import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, cvFailureCodes, fieldRefusal, speechFailureCodes } from '../../errors.ts';
import {
  answeredAt,
  failure,
  flag,
  labels,
  list,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../shapes/schema.ts';
import { scoreFields } from '../shapes/scores.ts';
import { listedServiceTypes, type RunFilter } from './types.ts';

const statuses = ['queued', 'processing', 'success', 'partial', 'failed'] as const;

export const CefrLevel = Type.Enum(['Pre-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'], {
  $id: 'CefrLevel',
  description: 'Level of the Common European Framework of Reference; Pre-A1 is below its first.',
});
export const RunStatus = Type.Enum([...statuses], {
  $id: 'RunStatus',
  description: 'success, partial and failed are final.',
});
const ServiceType = Type.Enum([...listedServiceTypes], {
  $id: 'ServiceType',
  description: 'What is done: a speech analysis, or a CV match.',
});
const FailureCode = Type.Enum([...new Set([...speechFailureCodes, ...cvFailureCodes])], {
  $id: 'FailureCode',
  description: 'Why a run failed; explained at /docs/errors. New codes may come.',
});

const { runsPage, tags, externalId } = limits;

/** How many rows a page of a list has. */
export const pageLimit = ({ min, max, default: usual }: { min: number; max: number; default: number }) =>
  Type.Integer({ minimum: min, maximum: max, default: usual, description: 'Rows of a page, at most.' });
export const pageCursor = Type.Optional(
  Type.String({ minLength: 1, description: '`next_cursor` of the page before.' }),
);

/** What lists can be narrowed down by. @param rows what they list, e.g. "runs" */
export const labelFilters = (rows: string) => ({
  project: Type.Optional(
    Type.String({ description: `A project id, or "none" for ${rows} without a project.`, minLength: 1 }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: `Only ${rows} that have all of these. Repeat the parameter or separate with commas; at most ${tags.maxCount}.`,
    }),
  ),
  metadata_key: Type.Optional(
    Type.String({
      description: `Only ${rows} whose flat metadata have metadata_value under this key. Only together with metadata_value.`,
    }),
  ),
  metadata_value: Type.Optional(
    Type.String({ description: 'Exactly this value, as text. Only together with metadata_key.' }),
  ),
});

/** An inclusive date or date-time. @param what e.g. "Submitted" */
export const fromDate = (what: string) =>
  Type.Optional(
    Type.String({
      description: `${what} at this time or later. ISO 8601; without a time the beginning of the day, in UTC.`,
    }),
  );
export const untilDate = (what: string) =>
  Type.Optional(
    Type.String({
      description: `${what} at this time or earlier. ISO 8601; without a time the end of the day, in UTC.`,
    }),
  );

/** Query of the runs list. Dates are read by `runFilter`, which takes more of ISO 8601 than `date-time` does. */
export const RunsQuery = Type.Object({
  limit: pageLimit(runsPage),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Rows to skip. New runs move pages by offset; a cursor is steadier.',
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'pagination.nextCursor of the page before, in place of offset: new runs do not move its pages.',
    }),
  ),
  status: Type.Optional(Type.Enum([...statuses], { description: 'Only runs of this status.' })),
  serviceType: Type.Optional(Type.Enum([...listedServiceTypes], { description: 'Only runs that do this.' })),
  ...labelFilters('runs'),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: externalId.maxChars,
      description: 'Only runs with exactly this id of yours.',
    }),
  ),
  createdAfter: fromDate('Submitted'),
  createdBefore: untilDate('Submitted'),
});

/** Code of a refusal by the query's schema, by parameter. */
export const runsQueryCodes = {
  status: 'INVALID_STATUS',
  serviceType: 'INVALID_SERVICE_TYPE',
  tags: 'INVALID_TAGS',
  externalId: 'INVALID_EXTERNAL_ID',
  createdAfter: 'INVALID_DATE',
  createdBefore: 'INVALID_DATE',
} as const;

/** ApiError INVALID_DATE, INVALID_TAGS or INVALID_INPUT (half a metadata pair, a cursor that is none or beside an offset). */
export function runFilter(clientId: string, query: Type.Static<typeof RunsQuery>): RunFilter {
  const { createdAfter, createdBefore } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  if (after && query.offset > 0) {
    throw fieldRefusal('offset', 'Has its place taken by cursor; send one of them.');
  }
  return {
    clientId,
    limit: query.limit,
    offset: query.offset,
    ...(after && { after }),
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.serviceType === undefined ? {} : { serviceType: query.serviceType }),
    ...(query.project === undefined ? {} : { project: query.project }),
    ...(query.tags === undefined ? {} : { tags: filterTags(query.tags) }),
    ...metadataFilter(query),
    ...(query.externalId === undefined ? {} : { externalId: query.externalId }),
    ...(createdAfter !== undefined && { createdAfter: firstInstant('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: lastInstant('createdBefore', createdBefore) }),
  };
}

/** The exact pair to filter by, if any. ApiError INVALID_INPUT for half of one. */
export function metadataFilter({
  metadata_key: key,
  metadata_value: value,
}: {
  metadata_key?: string;
  metadata_value?: string;
}): Pick<RunFilter, 'metadata'> {
  if (key === undefined && value === undefined) return {};
  if (key !== undefined && value !== undefined) return { metadata: { key, value } };
  const missing = key === undefined ? 'metadata_key' : 'metadata_value';
  throw fieldRefusal(missing, 'Is missing; metadata_key and metadata_value belong together.');
}

/** At most 20 tags, given one by one or with commas. ApiError INVALID_TAGS. */
export function filterTags(given: readonly string[]): string[] {
  const wanted = [...new Set(given.flatMap((one) => one.split(',')).map((tag) => tag.trim()))];
  if (wanted.length > tags.maxCount || wanted.some((tag) => tag === '' || [...tag].length > tags.maxChars)) {
    const message = `tags must be 1 to ${tags.maxCount} tags of 1 to ${tags.maxChars} characters.`;
    throw new ApiError('INVALID_TAGS', message);
  }
  return wanted;
}

/** A date, or date and time with or without a zone. An unescaped "+" in an address arrives as a space. */
const isoForm =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?:Z|(?<sign>[+ -])(?<hours>\d{2}):?(?<minutes>\d{2})?)?)?$/i;

/** ISO 8601 to a UTC instant; of a bare date its beginning. ApiError INVALID_DATE. */
export const firstInstant = (name: string, given: string): string => instant(name, given, 'T00:00:00.000Z');

/** The same; of a bare date its end. */
export const lastInstant = (name: string, given: string): string => instant(name, given, 'T23:59:59.999Z');

/** A UTC instant in the fixed-width form of the database. A time without a zone is UTC. */
function instant(name: string, given: string, timeOfBareDate: string): string {
  const { date, time, sign, hours, minutes = '00' } = isoForm.exec(given)?.groups ?? {};
  const zone = sign ? `${sign === '-' ? '-' : '+'}${hours}:${minutes}` : 'Z';
  const atMs = Date.parse(time ? `${date}T${time.replace(',', '.')}${zone}` : `${date}${timeOfBareDate}`);
  // Date.parse turns 31 February into March.
  const isRealDay = date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (Number.isNaN(atMs) || !isRealDay) {
    throw new ApiError(
      'INVALID_DATE',
      `${name} must be an ISO 8601 date or date-time, such as 2026-11-22 or 2026-11-22T08:30:00Z.`,
    );
  }
  return new Date(atMs).toISOString();
}

const notKnown = 'Null where it is not known.';

export const RunSummary = Type.Object(
  {
    id: text('Of the run: poll with it.'),
    externalId: orNull(text('Your own id, as sent. Null where none was sent.')),
    status: ref('RunStatus', 'Where the run stands.'),
    serviceType: ref('ServiceType', 'What is done.'),
    projectId: orNull(text('Project of the key that submitted it. Null where it has none.')),
    ...labels,
    createdAt: time('When it was submitted.'),
    processingTimeMs: orNull(
      whole(
        'Milliseconds from the start of processing to the end, without time in the queue. Null until it has ended.',
      ),
    ),
    audio: object('The recording; all null for a CV.', {
      durationMs: orNull(whole(`Its length in milliseconds. ${notKnown}`)),
      durationFormatted: orNull(text(`The same as minutes:seconds, rounded down. ${notKnown}`)),
      languageCode: orNull(text(`Language as detected, ISO 639-1. ${notKnown}`)),
      requestedLanguage: orNull(text(`Language that was asked for, ISO 639-1. ${notKnown}`)),
      speakerCount: orNull(whole(`How many people speak. ${notKnown}`)),
    }),
    scores: object('The scores of a recording; all null until it has some, and for a CV.', scoreFields),
    error: orNull(failure('FailureCode', 'Why it failed. Null unless it did.')),
  },
  { $id: 'RunSummary', description: 'A row of the list of runs.' },
);

export const RunsPage = Type.Object(
  {
    runs: list(Type.Ref('RunSummary'), 'The rows, newest first.'),
    pagination: object('Where this page stands.', {
      limit: whole('As asked for.'),
      offset: whole('As asked for.'),
      count: whole('Rows of this page.'),
      hasMore: flag('There are older runs.'),
      nextCursor: orNull(text('Send it as `cursor` to get the next page. Null on the last page.')),
    }),
    timestamp: answeredAt,
  },
  { $id: 'RunsPage', description: 'One page of runs.' },
);

export const runsSchemas = [CefrLevel, RunStatus, ServiceType, FailureCode, RunSummary, RunsPage];
