import { type Static, Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor } from '../../domain/paging/cursor.ts';
import { jobFields } from '../runs/contract/lifecycle.ts';
import {
  filterTags,
  firstInstant,
  fromDate,
  labelFilters,
  lastInstant,
  metadataFilter,
  pageCursor,
  pageLimit,
  untilDate,
} from '../runs/contract/lists.ts';
import { processingTimeMs, structuredMetadata } from '../runs/contract/parts.ts';
import { type RunFilter, shownStatuses, shownStatusOf } from '../runs/types.ts';
import { answer, type Endpoint, sent } from '../shapes/endpoint.ts';
import { failure, labels, listOf, nextCursor, orNull, ref, text, time, whole } from '../shapes/schema.ts';
import { type DescribedWebhooks, describedWebhook } from '../webhooks/contract.ts';
import { formerMatchFields, MatchForm } from './contract/form.ts';
import {
  Accepted,
  Any,
  aboutFields,
  aboutOf,
  CvFailureCode,
  FailedEvent,
  FinishedEvent,
  matchExamples,
  score,
} from './contract/match.ts';
import { type MatchRun, matchRuns } from './run-type.ts';
import { runStatusesOf } from './types.ts';

const MatchStatus = Type.Enum(shownStatuses, {
  $id: 'MatchStatus',
  description: 'finished and failed are final.',
});

const unlessEnded = 'Null until it has ended.';

const MatchRow = Type.Object(
  {
    id: aboutFields.id,
    status: ref(MatchStatus, 'Where it stands.'),
    ...jobFields,
    score: orNull(
      score('As in the match. Null until it has ended, for a failed one, and once the result was deleted.'),
    ),
    created_at: time('When it was submitted.'),
    finished_at: orNull(time(`When it ended. ${unlessEnded}`)),
    processing_time_ms: orNull(
      whole(
        `Milliseconds from the start of processing to the end, without time in the queue. ${unlessEnded}`,
      ),
    ),
    project_id: orNull(text('Project of the key that submitted it. Null where it has none.')),
    ...labels,
    error: orNull(failure(CvFailureCode, 'Why it failed. Null unless it did.')),
  },
  { $id: 'MatchRow', description: 'A row of the list of matches.' },
);
type MatchRow = Static<typeof MatchRow>;

const MatchesPage = Type.Object(
  { data: listOf(MatchRow, 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'MatchesPage', description: 'One page of matches.' },
);

const MatchesQuery = Type.Object({
  limit: pageLimit(limits.cvPage),
  cursor: pageCursor,
  status: Type.Optional(Type.Enum(shownStatuses, { description: 'Only requests of this status.' })),
  ...labelFilters('requests'),
  job_id: Type.Optional(
    Type.String({ description: 'Only requests judged by this stored job.', minLength: 1 }),
  ),
  created_after: fromDate('Submitted'),
  created_before: untilDate('Submitted'),
});

/** ApiError INVALID_INPUT (a cursor that is none, half a metadata pair), INVALID_DATE, INVALID_TAGS. */
export function matchFilter(clientId: string, query: Static<typeof MatchesQuery>): RunFilter {
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

/** A row of the list. */
export const presentRow = (run: MatchRun): MatchRow => ({
  ...aboutOf(run),
  status: shownStatusOf(run),
  score: run.summary?.score ?? null,
  created_at: run.createdAt,
  finished_at: run.finishedAt,
  processing_time_ms: processingTimeMs(run),
  project_id: run.projectId,
  metadata: structuredMetadata(run.metadata),
  tags: run.tags,
  error: run.error,
});

const { scored, failed, delivered } = matchExamples;
const row: MatchRow = {
  id: matchExamples.id,
  status: 'finished',
  job_id: scored.job_id,
  position_id: scored.position_id,
  score: scored.score,
  created_at: scored.created_at,
  finished_at: scored.finished_at,
  processing_time_ms: scored.processing_time_ms,
  project_id: null,
  ...matchExamples.labels,
  error: null,
};

const common = { permission: matchRuns.permission, tag: 'CV matching' } as const;

export const matchContract = {
  submit: {
    ...common,
    method: 'POST',
    url: '/cvdeepmatch/submit',
    operationId: 'submitMatch',
    summary: 'Match a CV with a job',
    description: `Answers at once; poll with the returned id, or give a webhook_url. Costs ${limits.prices.cvMatch} credits once scored, unless your provider has set another price.`,
    formerQuery: formerMatchFields,
    form: sent(MatchForm, {
      inline: {
        cv: '(the bytes of cv.pdf)',
        position_id: 'accountant-2026',
        job_description: 'Accountant in a team of four, responsible for monthly reports.',
        config: JSON.stringify({
          requirements: {
            skills: {
              hard_skills: [{ name: 'SQL', importance: 5 }],
              language_skills_config: [{ name: 'German', level: 'B2', importance: 5 }],
            },
            minimal_qualifications: [{ text: 'Has closed the books of a company', importance: 4 }],
          },
        }),
        webhook_url: delivered!.url,
        metadata: '{"source": "careers page"}',
        tags: '["finance"]',
      },
      stored: { cv: '(the bytes of cv.pdf)', position_id: 'accountant-2026' },
    }),
    errors: [
      'INVALID_INPUT',
      'INVALID_METADATA',
      'INVALID_TAGS',
      'JOB_NOT_FOUND',
      'POSITION_ID_CONFLICT',
      'UNSUPPORTED_FORMAT',
      'FILE_TOO_LARGE',
      'MALFORMED_BODY',
      'INSUFFICIENT_CREDITS',
      'REQUEST_TIMEOUT',
      'UNSUPPORTED_MEDIA_TYPE',
      'SERVICE_WARMING_UP',
      'SERVER_BUSY',
    ],
    answers: { 202: answer(Accepted, 'Accepted: processing, or queued.', matchExamples.submit) },
  },
  list: {
    ...common,
    method: 'GET',
    url: '/cvdeepmatch/requests',
    operationId: 'listMatches',
    summary: 'List your requests, newest first',
    description: 'All filters that are sent have to fit.',
    query: MatchesQuery,
    invalid: {
      status: 'INVALID_STATUS',
      tags: 'INVALID_TAGS',
      created_after: 'INVALID_DATE',
      created_before: 'INVALID_DATE',
    },
    errors: ['INVALID_INPUT', 'INVALID_STATUS', 'INVALID_DATE', 'INVALID_TAGS'],
    answers: {
      200: answer(MatchesPage, 'One page of requests.', { page: { data: [row], next_cursor: null } }),
    },
  },
  poll: {
    ...common,
    method: 'GET',
    url: '/cvdeepmatch/:id',
    operationId: 'pollMatch',
    summary: 'Poll a match',
    description: `Unfinished requests: every ${limits.poll.minIntervalMs / 1000} seconds at most.`,
    params: Type.Object({ id: text('As the submission returned it.') }),
    errors: ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'],
    answers: { 200: answer(Any, 'The request as it stands.', matchExamples.poll) },
  },
} satisfies Record<string, Endpoint>;

/** What this module announces, as the interface description has it. */
const announced = { sentTo: 'the webhook_url of the submission', tag: common.tag };

export const matchWebhooks: DescribedWebhooks = {
  'cvdeepmatch.finished': describedWebhook(
    { ...announced, operationId: 'onMatchFinished', summary: 'A match is finished' },
    FinishedEvent,
    { event: 'cvdeepmatch.finished', ...scored },
  ),
  'cvdeepmatch.failed': describedWebhook(
    { ...announced, operationId: 'onMatchFailed', summary: 'A match failed' },
    FailedEvent,
    { event: 'cvdeepmatch.failed', ...failed },
  ),
};
