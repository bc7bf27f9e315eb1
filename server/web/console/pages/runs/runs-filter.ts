import { isDay, startOfDay } from '../../components/days.ts';
import type { Sorting } from '../../components/sort-rows.ts';
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

const sortNames = ['submitted', 'overall', 'vocabulary', 'fluency', 'accent', 'audio'] as const;
type SortName = (typeof sortNames)[number];
export interface RunsSorting {
  key: SortName;
  direction: 'asc' | 'desc';
}
const newestFirst: RunsSorting = { key: 'submitted', direction: 'desc' };

/** The order of the table, which lives beside its filters: "overall", or "overall-asc". Newest first unless it says. */
export function readSorting(address: URLSearchParams): RunsSorting {
  const [key, direction] = (address.get('sort') ?? '').split('-');
  const known = sortNames.find((name) => name === key);
  return known ? { key: known, direction: direction === 'asc' ? 'asc' : 'desc' } : newestFirst;
}

export const sortingText = ({ key, direction }: RunsSorting | Sorting): string =>
  direction === 'asc' ? `${key}-asc` : key;

/** An address of the page with what it shows in it. */
export function writeView(filter: RunsFilter, sorting: RunsSorting | Sorting): URLSearchParams {
  const address = writeFilter(filter);
  const sort = sortingText(sorting);
  if (sort !== sortingText(newestFirst)) address.set('sort', sort);
  return address;
}

export const isFiltered = (filter: RunsFilter): boolean => writeFilter(filter).size > 0;

export const countRare = (filter: RunsFilter): number =>
  rareFilters.filter((name) => (name === 'tags' ? filter.tags.length > 0 : filter[name])).length;
