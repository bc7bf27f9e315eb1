import type { Type } from 'typebox';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { fieldRefusal } from '../../errors.ts';
import { filterTags, firstInstant, lastInstant } from '../runs/schema.ts';
import type { RunFilter } from '../runs/types.ts';
import { matchRuns } from './run-type.ts';
import type { MatchesQuery } from './schema.ts';
import { runStatusesOf } from './types.ts';

/** ApiError INVALID_INPUT (a cursor that is none, half a metadata pair), INVALID_DATE, INVALID_TAGS. */
export function matchFilter(clientId: string, query: Type.Static<typeof MatchesQuery>): RunFilter {
  const { limit, cursor, status, project, tags, metadata_key: key, metadata_value: value } = query;
  const { job_id: jobId, created_after: after, created_before: before } = query;
  if ((key === undefined) !== (value === undefined)) {
    const missing = key === undefined ? 'metadata_key' : 'metadata_value';
    throw fieldRefusal(missing, 'Is missing; metadata_key and metadata_value belong together.');
  }
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
    ...(key === undefined || value === undefined ? {} : { metadata: { key, value } }),
  };
}
