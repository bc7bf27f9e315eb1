import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { decodeCursor } from '../../../domain/paging/cursor.ts';
import { RunsQuery, runFilter } from '../../runs/schema.ts';
import type { BrowseFilter } from '../../runs/types.ts';

/** The list endpoint's filters, and those of people who look for something. */
export const BrowseQuery = Type.Object({
  ...RunsQuery.properties,
  search: Type.Optional(Type.String({ maxLength: limits.externalId.maxChars })),
  playground: Type.Optional(Type.Enum(['without', 'only', 'with'])),
  cursor: Type.Optional(Type.String()),
});

/** ApiError as `runFilter`, and INVALID_INPUT for a cursor that is none. */
export function browseFilter(clientId: string, query: Type.Static<typeof BrowseQuery>): BrowseFilter {
  const search = query.search?.trim();
  return {
    ...runFilter(clientId, query),
    playground: query.playground ?? 'without',
    ...(search && { search }),
    ...(query.cursor !== undefined && { after: decodeCursor(query.cursor) }),
  };
}
