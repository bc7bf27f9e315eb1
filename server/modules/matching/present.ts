import { cvMatchSteps } from '../../domain/steps/cv-match.ts';
import { placeAmong } from '../../domain/steps/steps.ts';
import { isoTime } from '../../time.ts';
import {
  presentAccepted,
  presentEnd,
  presentUnfinished,
  processingTimeMs,
  structuredMetadata,
} from '../runs/contract/life.ts';
import type { QueuePlace, Run } from '../runs/types.ts';
import { presentDelivery } from '../webhooks/contract.ts';
import type { WebhookMessage } from '../webhooks/types.ts';
import { presentProfile } from './present-profile.ts';
import type { MatchRun } from './run-type.ts';
import { matchStatusOf } from './types.ts';

export const isTerminal = (run: Pick<Run, 'status'>): boolean =>
  ['finished', 'failed'].includes(matchStatusOf(run));

const jobOf = ({ input: { jobId, positionId } }: MatchRun) => ({ job_id: jobId, position_id: positionId });

export const presentSubmission = ({
  run,
  place,
  nowMs,
}: {
  run: MatchRun;
  place: QueuePlace;
  nowMs: number;
}) =>
  presentAccepted(run, place, {
    ...{ about: jobOf(run), nowMs },
    begun: 'Accepted. The match has begun; poll with this id.',
  });

/** A match that is not finished. `place` is needed for a queued one only. */
export const presentWaiting = ({
  run,
  place,
  nowMs,
}: {
  run: MatchRun;
  place: QueuePlace | null;
  nowMs: number;
}) =>
  presentUnfinished(run, place, {
    ...{ about: jobOf(run), nowMs, underWay: processingMessage(run) },
    rest: {},
  });

function processingMessage(run: MatchRun): string {
  if (!run.progress) return 'Waiting for a free worker.';
  const progress = progressOf(run);
  if (!progress) return 'The CV is being matched.';
  return `Step ${progress.step} of ${progress.steps}: ${progress.label}.`;
}

/** The step under way, from 1; null while nobody works on it. */
export function progressOf({ progress }: Run): { step: number; steps: number; label: string } | null {
  const place = placeAmong(cvMatchSteps, progress);
  return place && { step: place.number, steps: place.count, label: place.label };
}

/** What came of a match that ended, but for what changes afterwards: the same for a poll and for the webhook. */
export function presentOutcome(run: MatchRun) {
  const head = <Status extends string>(status: Status) => ({ id: run.id, status, ...jobOf(run) });
  const common = presentEnd(run);
  const result = run.status === 'failed' ? null : run.result;
  if (!result) {
    // Retention has deleted the result of a run that did not fail.
    const isForgotten = run.status !== 'failed';
    return {
      ...(isForgotten ? head('finished') : head('failed')),
      score: null,
      score_cap: null,
      requirements: null,
      known_share: null,
      summary: null,
      summary_model: null,
      method: null,
      profile: null,
      pages: null,
      warnings: [],
      error: isForgotten
        ? null
        : (run.error ?? { code: 'INTERNAL_ERROR', message: 'The match ended without a result.' }),
      ...common,
    };
  }
  const { match, narrative, profile, pages, warnings } = result;
  const { cap } = match;
  return {
    ...head('finished'),
    score: match.score,
    score_cap: cap && { limit: cap.limit, uncapped_score: cap.uncappedScore, reason: cap.reason },
    requirements: match.requirements,
    known_share: match.knownShare,
    summary: narrative?.summary ?? match.summary,
    summary_model: narrative?.model ?? null,
    method: match.method,
    profile: presentProfile(profile),
    pages: pages.map(({ number, widthPt, heightPt, source }) => ({
      number,
      width_pt: widthPt,
      height_pt: heightPt,
      source,
    })),
    warnings,
    error: null,
    ...common,
  };
}

/** A match that ended, as a poll shows it. */
export const presentFinished = ({
  run,
  announcement,
  nowMs,
}: {
  run: MatchRun;
  announcement: WebhookMessage | undefined;
  nowMs: number;
}) => ({
  ...presentOutcome(run),
  webhook: presentDelivery(run.input.webhookUrl, announcement),
  timestamp: isoTime(nowMs),
});

/** A row of the list. */
export const presentRow = (run: MatchRun) => ({
  id: run.id,
  status: matchStatusOf(run),
  ...jobOf(run),
  score: run.summary?.score ?? null,
  created_at: run.createdAt,
  finished_at: run.finishedAt,
  processing_time_ms: processingTimeMs(run),
  project_id: run.projectId,
  metadata: structuredMetadata(run.metadata),
  tags: run.tags,
  error: run.error,
});
