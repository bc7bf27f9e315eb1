import { isDay, startOfDay } from '../../components/days.ts';
import type { RunsQuery } from './run-queries.ts';

/** The filters of the table of runs live in the address of the page, so that a view can be sent to a colleague. */
export const filterNames = [
  'search',
  'status',
  'serviceType',
  'project',
  'playground',
  'tags',
  'metadata_key',
  'metadata_value',
  'externalId',
  'createdAfter',
  'createdBefore',
] as const;
export type FilterName = (typeof filterNames)[number];

/** Those behind "More filters". */
export const rareFilters = [
  'tags',
  'metadata_key',
  'externalId',
  'createdAfter',
  'createdBefore',
] as const satisfies FilterName[];

export type RunsFilter = Partial<Record<Exclude<FilterName, 'tags'>, string>> & { tags: string[] };

export function readFilter(address: URLSearchParams): RunsFilter {
  const filter: RunsFilter = { tags: address.getAll('tags') };
  for (const name of filterNames) {
    const value = address.get(name);
    if (name !== 'tags' && value) filter[name] = value;
  }
  return filter;
}

/** Without what is empty. */
export function writeFilter({ tags, ...others }: RunsFilter): URLSearchParams {
  const address = new URLSearchParams();
  for (const name of filterNames) {
    if (name === 'tags') for (const tag of tags) address.append('tags', tag);
    else if (others[name]) address.set(name, others[name]);
  }
  return address;
}

/** The page is about speech: other kinds are shown to who asks for them. */
export const ANY = 'any';
export const USUAL = 'speech';

/**
 * What the server is asked: half a metadata pair waits for its other half, and half a date for its end. Whether a status
 * of the address is one, the server says.
 */
export function askedFilter(filter: RunsFilter): RunsQuery {
  const { metadata_key: key, metadata_value: value, serviceType = USUAL, ...more } = filter;
  const { createdAfter: from = '', createdBefore: until = '', tags, ...others } = more;
  return {
    ...(others as RunsQuery),
    ...(tags.length > 0 && { tags }),
    ...(serviceType !== ANY && { serviceType: serviceType as NonNullable<RunsQuery['serviceType']> }),
    // Days are the visitor's own; the server's bounds are inclusive.
    ...(isDay(from) && { createdAfter: startOfDay(from, 0) }),
    ...(isDay(until) && { createdBefore: new Date(Date.parse(startOfDay(until, 1)) - 1).toISOString() }),
    ...(key && value && { metadata_key: key, metadata_value: value }),
    limit: 50,
  };
}

export const isFiltered = (filter: RunsFilter): boolean => writeFilter(filter).size > 0;

export const countRare = (filter: RunsFilter): number =>
  rareFilters.filter((name) => (name === 'tags' ? filter.tags.length > 0 : filter[name])).length;
