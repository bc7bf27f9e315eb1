import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { decodeCursor } from '../../../domain/paging/cursor.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { listedServiceTypes, type RunFilter, runStatuses } from '../types.ts';

/** What lists of runs, sessions, matches, jobs and people are paged and narrowed down by, and how that is read. */

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
  status: Type.Optional(Type.Enum(runStatuses, { description: 'Only runs of this status.' })),
  serviceType: Type.Optional(Type.Enum(listedServiceTypes, { description: 'Only runs that do this.' })),
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

/** ApiError INVALID_DATE, INVALID_TAGS or INVALID_INPUT (half a metadata pair, a cursor that is none or beside an offset). */
export function runFilter(clientId: string, query: Static<typeof RunsQuery>): RunFilter {
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
