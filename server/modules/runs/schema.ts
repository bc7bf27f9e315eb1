import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, cvFailureCodes, fieldRefusal, speechFailureCodes } from '../../errors.ts';
import { listedServiceTypes } from './registry.ts';
import type { RunFilter } from './types.ts';

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const DateTime = Type.String({ format: 'date-time' });
export const RunStatusSchema = Type.Enum(['queued', 'processing', 'success', 'partial', 'failed']);
export { Nullable };

/** Variants of an answer, told apart by their `status`: which named schema each has. */
export const byStatus = <Name extends string>($id: Name, variants: Readonly<Record<string, string>>) =>
  Type.Unsafe({
    $id,
    oneOf: [...new Set(Object.values(variants))].map((name) => ({ $ref: name })),
    discriminator: {
      propertyName: 'status',
      mapping: Object.fromEntries(
        Object.entries(variants).map(([status, name]) => [status, `#/components/schemas/${name}`]),
      ),
    },
  });

export const CefrLevel = Type.Enum(['Pre-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'], { $id: 'CefrLevel' });
export const RunStatus = Type.Enum(RunStatusSchema.enum, { $id: 'RunStatus' });
const ServiceType = Type.Enum([...listedServiceTypes], { $id: 'ServiceType' });
const FailureCode = Type.Enum([...new Set([...speechFailureCodes, ...cvFailureCodes])], {
  $id: 'FailureCode',
});

const { runsPage, tags, externalId } = limits;

/** Query of the runs list. Dates are read by `runFilter`, which takes more of ISO 8601 than `date-time` does. */
export const RunsQuery = Type.Object({
  limit: Type.Integer({ minimum: runsPage.min, maximum: runsPage.max, default: runsPage.default }),
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'pagination.nextCursor of the page before, in place of offset: new runs do not move its pages.',
    }),
  ),
  status: Type.Optional(RunStatusSchema),
  serviceType: Type.Optional(Type.Enum([...listedServiceTypes])),
  project: Type.Optional(
    Type.String({ description: 'A project id, or "none" for runs without a project.', minLength: 1 }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      description: `Runs that have all of these. Repeat the parameter or separate with commas; at most ${tags.maxCount}.`,
    }),
  ),
  metadata_key: Type.Optional(Type.String({ description: 'Only together with metadata_value.' })),
  metadata_value: Type.Optional(Type.String({ description: 'Only together with metadata_key.' })),
  externalId: Type.Optional(Type.String({ minLength: 1, maxLength: externalId.maxChars })),
  createdAfter: Type.Optional(
    Type.String({ description: 'ISO 8601, inclusive; without a time the beginning of the day, in UTC.' }),
  ),
  createdBefore: Type.Optional(
    Type.String({ description: 'ISO 8601, inclusive; without a time the end of the day, in UTC.' }),
  ),
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

const Score = Nullable(Type.Number({ minimum: 0, maximum: 5 }));
const Level = Nullable(Type.Ref('CefrLevel'));

export const RunSummary = Type.Object(
  {
    id: Type.String(),
    externalId: Nullable(Type.String()),
    status: Type.Ref('RunStatus'),
    serviceType: Type.Ref('ServiceType'),
    projectId: Nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.String()),
    tags: Type.Array(Type.String()),
    createdAt: DateTime,
    processingTimeMs: Nullable(Type.Integer()),
    audio: Type.Object(
      {
        durationMs: Nullable(Type.Integer()),
        durationFormatted: Nullable(Type.String()),
        languageCode: Nullable(Type.String()),
        requestedLanguage: Nullable(Type.String()),
        speakerCount: Nullable(Type.Integer()),
      },
      { additionalProperties: false },
    ),
    scores: Type.Object(
      {
        vocabulary: Score,
        vocabularyCefr: Level,
        fluency: Score,
        fluencyCefr: Level,
        accent: Score,
        accentCefr: Level,
        overall: Score,
        cefrLevel: Level,
      },
      { additionalProperties: false },
    ),
    error: Nullable(
      Type.Object({ code: Type.Ref('FailureCode'), message: Type.String() }, { additionalProperties: false }),
    ),
  },
  { $id: 'RunSummary', additionalProperties: false },
);

export const RunsPage = Type.Object(
  {
    runs: Type.Array(Type.Ref('RunSummary')),
    pagination: Type.Object(
      {
        limit: Type.Integer(),
        offset: Type.Integer(),
        count: Type.Integer(),
        hasMore: Type.Boolean(),
        nextCursor: Nullable(Type.String()),
      },
      { additionalProperties: false },
    ),
    timestamp: DateTime,
  },
  { $id: 'RunsPage', additionalProperties: false },
);

export const runsSchemas = [CefrLevel, RunStatus, ServiceType, FailureCode, RunSummary, RunsPage];
