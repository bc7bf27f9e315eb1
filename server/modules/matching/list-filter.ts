import type { Type } from 'typebox';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { filterTags, firstInstant, lastInstant, metadataFilter } from '../runs/contract/lists.ts';
import type { RunFilter } from '../runs/types.ts';
import { matchRuns } from './run-type.ts';
import type { MatchesQuery } from './schema.ts';
import { runStatusesOf } from './types.ts';

/** ApiError INVALID_INPUT (a cursor that is none, half a metadata pair), INVALID_DATE, INVALID_TAGS. */
export function matchFilter(clientId: string, query: Type.Static<typeof MatchesQuery>): RunFilter {
  const { limit, cursor, status, project, tags } = query;
  const { job_id: jobId, created_after: after, created_before: before } = query;
  return {
    clientId,
    serviceType: matchRuns.name,
    limit,
    offset: 0,
    ...(status === undefined ? {} : { status: runStatusesOf[status] }),
    ...(cursor === undefined ? {} : { after: decodeCursor(cursor) }),
    ...(project === undefined ? {} : { project }),
    ...(jobId !== undefined && { jobId }),
    ...(after !== undefined && { createdAfter: firstInstant('created_after', after) }),
    ...(before !== undefined && { createdBefore: lastInstant('created_before', before) }),
    ...(tags === undefined ? {} : { tags: filterTags(tags) }),
    ...metadataFilter(query),
  };
}
