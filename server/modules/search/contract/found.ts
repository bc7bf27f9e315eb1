import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { cvSearchSteps } from '../../../domain/steps/cv-search.ts';
import { placeAmong } from '../../../domain/steps/steps.ts';
import { searchFailureCodes } from '../../../errors.ts';
import { method } from '../../matching/contract/requirements.ts';
import {
  jobFields,
  lifecycle,
  presentAccepted,
  presentEnded,
  presentOutcome,
  presentUnfinished,
} from '../../runs/contract/lifecycle.ts';
import { pageCursor, pageLimit } from '../../runs/contract/lists.ts';
import { structuredMetadata } from '../../runs/contract/parts.ts';
import { type ExpiredPart, hasEnded, type QueuePlace } from '../../runs/types.ts';
import { flag, listOf, nextCursor, noValue, orNull, text, whole } from '../../shapes/schema.ts';
import type { WebhookMessage } from '../../webhooks/types.ts';
import type { SearchRun } from '../run-type.ts';
import type { FoundCandidate } from '../stored.ts';
import type { ResultsPage as FoundPage } from '../types.ts';
import { candidateExamples } from './candidates.ts';
import { Row, rowExample } from './row.ts';

const { search: bounds } = limits;

const SearchFailureCode = Type.Enum(searchFailureCodes, {
  $id: 'SearchFailureCode',
  description: 'Why a search failed; explained at /docs/errors. New codes may come.',
});
const about = {
  id: text('Of the search: poll with it.'),
  corpus_id: text('The corpus that is searched.'),
  ...jobFields,
  job_updated: orNull(
    text(
      'When the stored job was last changed; as sent where the position came with the search. Null where none was sent.',
    ),
  ),
};

const result = {
  results: listOf(Row, 'The first page, best first.'),
  total_results: whole('How many candidates the search names, on all pages.'),
  candidates_searched: whole('Candidates of the corpus that pass the filters.'),
  candidates_compared: whole('Of them, those whose CVs were compared with every requirement.'),
  method,
};
const search = lifecycle({
  name: 'Search',
  accepted: 'An accepted search.',
  finished: 'The candidates were compared.',
  codes: SearchFailureCode,
  about,
  waiting: {
    results: noValue('Always null: there are none yet.'),
    results_pending: Type.Literal(true, { description: 'The search has not ended yet.' }),
  },
  ended: { results_pending: Type.Literal(false, { description: 'The search has ended.' }) },
  result,
  rest: { next_cursor: nextCursor },
  event: 'cvds',
});
export const { Accepted, Any, FinishedEvent, FailedEvent } = search;
const { Finished, noResult } = search;

export const ResultsPage = Type.Object(
  {
    data: listOf(Row, 'The rows, best first.'),
    next_cursor: nextCursor,
    results_pending: flag('The search has not ended yet.'),
  },
  { $id: 'SearchResultsPage', description: 'One page of results.' },
);

export const ResultsQuery = Type.Object({ limit: pageLimit(bounds.resultsPage), cursor: pageCursor });

const aboutOf = ({ id, input: { corpusId, jobId, positionId, jobUpdated } }: SearchRun) => ({
  id,
  corpus_id: corpusId,
  job_id: jobId,
  position_id: positionId,
  job_updated: jobUpdated,
});

export const presentSubmission = (made: { run: SearchRun; place: QueuePlace; nowMs: number }) =>
  presentAccepted(made, {
    about: aboutOf(made.run),
    begun: 'Accepted. The search has begun; poll with this id.',
  });

/** A search that is not finished. `place` is needed for a queued one only. */
export const presentWaiting = (found: { run: SearchRun; place: QueuePlace | null; nowMs: number }) =>
  presentUnfinished(found, {
    said: { ...aboutOf(found.run), results: null, results_pending: true as const },
    underWay: processingMessage(found.run),
  });

function processingMessage({ progress, leaseOwner }: SearchRun): string {
  const place = placeAmong(cvSearchSteps, progress);
  if (place) return `Step ${place.number} of ${place.count}: ${place.label}.`;
  return leaseOwner === null ? 'Waiting for a free worker.' : 'The corpus is being searched.';
}

/** What came of a search that ended, with its first page, but for what changes afterwards: the same for a poll and for the webhook. */
export function presentResult(run: SearchRun, page: FoundPage) {
  const result = run.status === 'failed' ? null : run.result;
  return presentOutcome(run, {
    said: { ...aboutOf(run), results_pending: false as const },
    result: result && {
      results: page.rows.map(presentRow),
      total_results: run.summary?.found ?? page.rows.length,
      next_cursor: cursorOf(page),
      candidates_searched: result.searched,
      candidates_compared: result.compared,
      method: result.method,
      warnings: result.warnings,
    },
    noResult,
    noun: 'search',
  });
}

/** A search that ended, as a poll shows it. */
export const presentFinished = (
  run: SearchRun,
  page: FoundPage,
  about: { announcement: WebhookMessage | undefined; expired: readonly ExpiredPart[]; nowMs: number },
) => presentEnded(presentResult(run, page), { webhookUrl: run.input.webhookUrl, ...about });

export const presentPage = (run: SearchRun, page: FoundPage): Static<typeof ResultsPage> => ({
  data: page.rows.map(presentRow),
  next_cursor: cursorOf(page),
  results_pending: !hasEnded(run),
});

const presentRow = ({ externalId, knownShare, metadata, ...row }: FoundCandidate): Row => ({
  external_id: externalId,
  rank: row.rank,
  score: row.score,
  reasons: row.reasons,
  occupation: row.occupation ?? null,
  matched: row.matched,
  partly: row.partly ?? [],
  missing: row.missing,
  requirements: row.requirements,
  known_share: knownShare,
  tags: row.tags,
  metadata: structuredMetadata(metadata),
});

/** Opaque to clients, and no secret: it only ever narrows what the caller may see anyway. */
const cursorOf = ({ next }: FoundPage): string | null =>
  next === null ? null : Buffer.from(`rank ${next}`, 'utf8').toString('base64url');

/** @returns the rank that a cursor stands for; undefined for what `cursorOf` never made */
export function rankOfCursor(text: string): number | undefined {
  const [, rank] = /^rank (\d{1,6})$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  const next = rank === undefined ? undefined : Number(rank);
  return next !== undefined && cursorOf({ rows: [], next }) === text ? next : undefined;
}

const id = '0192f3b0-9c44-7d20-b1f6-3a4b5c6d7e80';
const timestamp = '2026-11-23T09:30:00.000Z';
const looked = {
  corpus_id: candidateExamples.corpusId,
  job_id: null,
  position_id: 'accountant-2026',
  job_updated: null,
};
const sentLabels = { metadata: { source: 'careers page' }, tags: ['finance'] };

const processing: Static<typeof Accepted> = {
  id,
  status: 'processing',
  ...looked,
  message: 'Accepted. The search has begun; poll with this id.',
  estimated_time_seconds: 1,
  poll_interval_seconds: 10,
  timestamp,
};

const waiting = {
  id,
  ...looked,
  results: null,
  results_pending: true as const,
  created_at: '2026-11-23T09:29:58.000Z',
  poll_interval_seconds: 10,
  timestamp,
  ...sentLabels,
};

const outcome = {
  id,
  ...looked,
  results_pending: false as const,
  created_at: '2026-11-23T09:29:58.000Z',
  finished_at: '2026-11-23T09:29:59.000Z',
  processing_time_ms: 700,
  credits: { deducted: 1, remainingBalance: 476 },
  warnings: [],
  ...sentLabels,
};

const found: Omit<Static<typeof FinishedEvent>, 'event'> = {
  ...outcome,
  status: 'finished',
  results: [rowExample],
  total_results: 1,
  next_cursor: null,
  candidates_searched: 12_400,
  candidates_compared: 200,
  method: 'assay-match 2, taxonomy 4f1c',
  error: null,
};

const failed: Omit<Static<typeof FailedEvent>, 'event'> = {
  ...outcome,
  status: 'failed',
  ...noResult,
  credits: null,
  error: { code: 'SCORING_FAILED', message: 'The corpus could not be searched.' },
};

const delivered: Static<typeof Finished>['webhook'] = {
  url: 'https://example.com/hook',
  message_id: 'msg_0192f3b0-6e22-7b70-9f31-a2b3c4d5e6f7',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
};

/** What /docs and the interface description show. */
export const searchExamples = {
  labels: sentLabels,
  delivered,
  found,
  failed,
  submit: {
    processing,
    queued: {
      ...processing,
      status: 'queued' as const,
      message: 'Accepted. It waits until one of your running requests ends; poll with this id.',
      queue_position: 1,
      active_requests: 8,
    },
  },
  poll: {
    queued: {
      ...waiting,
      status: 'queued' as const,
      message: 'Number 1 in your queue; it starts by itself when one of your running requests ends.',
      queue_position: 1,
      active_requests: 8,
    },
    processing: { ...waiting, status: 'processing' as const, message: 'The corpus is being searched.' },
    finished: { ...found, webhook: delivered, timestamp },
    deleted: {
      ...outcome,
      status: 'finished' as const,
      ...noResult,
      error: null,
      webhook: null,
      deleted: { results: '2026-11-22T03:00:00.000Z' },
      timestamp,
    },
    failed: { ...failed, webhook: null, timestamp },
  },
};
