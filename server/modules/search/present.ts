import { cvSearchSteps } from '../../domain/steps/cv-search.ts';
import { placeAmong } from '../../domain/steps/steps.ts';
import { isoTime } from '../../time.ts';
import { presentAccepted, presentEnd, presentUnfinished, structuredMetadata } from '../runs/contract/life.ts';
import type { QueuePlace, Run } from '../runs/types.ts';
import { presentDelivery } from '../webhooks/contract.ts';
import type { WebhookMessage } from '../webhooks/types.ts';
import type { SearchRun } from './run-type.ts';
import type { FoundCandidate } from './stored.ts';
import { type Candidate, type ResultsPage, searchStatusOf, type UpsertResult } from './types.ts';

export const isTerminal = (run: Pick<Run, 'status'>): boolean =>
  ['finished', 'failed'].includes(searchStatusOf(run));

const aboutOf = ({ input: { corpusId, jobId, positionId, jobUpdated } }: SearchRun) => ({
  corpus_id: corpusId,
  job_id: jobId,
  position_id: positionId,
  job_updated: jobUpdated,
});

/** What became of a batch, row by row and counted. */
export function presentBatch(corpusId: string, results: readonly UpsertResult[]) {
  const count = (status: UpsertResult['status']) => results.filter((one) => one.status === status).length;
  return {
    corpus_id: corpusId,
    results: results.map(({ externalId, status, faults }, index) => ({
      index,
      external_id: externalId,
      status,
      errors: faults,
    })),
    summary: {
      received: results.length,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      failed: count('failed'),
    },
  };
}

export const presentCandidate = (candidate: Candidate, corpusId: string) => ({
  external_id: candidate.externalId,
  corpus_id: corpusId,
  embedding_status: candidate.embeddingStatus,
  embedding_error: candidate.embeddingError,
  embedded_at: candidate.embeddedAt,
  tags: candidate.tags,
  metadata: structuredMetadata(candidate.metadata),
  created_at: candidate.createdAt,
  updated_at: candidate.updatedAt,
});

export const presentSubmission = ({
  run,
  place,
  nowMs,
}: {
  run: SearchRun;
  place: QueuePlace;
  nowMs: number;
}) =>
  presentAccepted(run, place, {
    ...{ about: aboutOf(run), nowMs },
    begun: 'Accepted. The search has begun; poll with this id.',
  });

/** A search that is not finished. `place` is needed for a queued one only. */
export const presentWaiting = ({
  run,
  place,
  nowMs,
}: {
  run: SearchRun;
  place: QueuePlace | null;
  nowMs: number;
}) =>
  presentUnfinished(run, place, {
    ...{ about: aboutOf(run), nowMs, underWay: processingMessage(run) },
    rest: { results: null, results_pending: true as const },
  });

function processingMessage({ progress, leaseOwner }: SearchRun): string {
  const place = placeAmong(cvSearchSteps, progress);
  if (place) return `Step ${place.number} of ${place.count}: ${place.label}.`;
  return leaseOwner === null ? 'Waiting for a free worker.' : 'The corpus is being searched.';
}

/** What came of a search that ended, with its first page, but for what changes afterwards: the same for a poll and for the webhook. */
export function presentOutcome(run: SearchRun, page: ResultsPage) {
  const head = <Status extends string>(status: Status) => ({ id: run.id, status, ...aboutOf(run) });
  const common = { results_pending: false as const, ...presentEnd(run) };
  const result = run.status === 'failed' ? null : run.result;
  if (!result) {
    // Retention has deleted the result of a run that did not fail.
    const isForgotten = run.status !== 'failed';
    return {
      ...(isForgotten ? head('finished') : head('failed')),
      results: null,
      total_results: null,
      next_cursor: null,
      candidates_searched: null,
      candidates_compared: null,
      method: null,
      warnings: [],
      error: isForgotten
        ? null
        : (run.error ?? { code: 'INTERNAL_ERROR', message: 'The search ended without a result.' }),
      ...common,
    };
  }
  return {
    ...head('finished'),
    results: page.rows.map(presentRow),
    total_results: run.summary?.found ?? page.rows.length,
    next_cursor: cursorOf(page),
    candidates_searched: result.searched,
    candidates_compared: result.compared,
    method: result.method,
    warnings: result.warnings,
    error: null,
    ...common,
  };
}

/** A search that ended, as a poll shows it. */
export const presentFinished = ({
  run,
  page,
  announcement,
  nowMs,
}: {
  run: SearchRun;
  page: ResultsPage;
  announcement: WebhookMessage | undefined;
  nowMs: number;
}) => ({
  ...presentOutcome(run, page),
  webhook: presentDelivery(run.input.webhookUrl, announcement),
  timestamp: isoTime(nowMs),
});

export const presentPage = (run: SearchRun, page: ResultsPage) => ({
  data: page.rows.map(presentRow),
  next_cursor: cursorOf(page),
  results_pending: !isTerminal(run),
});

const presentRow = ({ externalId, knownShare, metadata, ...row }: FoundCandidate) => ({
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
const cursorOf = ({ next }: ResultsPage): string | null =>
  next === null ? null : Buffer.from(`rank ${next}`, 'utf8').toString('base64url');

/** @returns the rank that a cursor stands for; undefined for what `cursorOf` never made */
export function rankOfCursor(text: string): number | undefined {
  const [, rank] = /^rank (\d{1,6})$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  const next = rank === undefined ? undefined : Number(rank);
  return next !== undefined && cursorOf({ rows: [], next }) === text ? next : undefined;
}
