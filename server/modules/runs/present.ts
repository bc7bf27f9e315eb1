import { limits } from '../../config/limits.ts';
import { isoTime } from '../../time.ts';
import type { WebhookMessage } from '../webhooks/types.ts';
import type { RunType } from './run-type.ts';
import type { QueuePlace, Run } from './types.ts';

/** Minutes:seconds, rounded down: 185000 -> "3:05". */
export function formatDuration(durationMs: number): string {
  const wholeSeconds = Math.floor(durationMs / 1000);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
}

/** Minutes with two decimals. */
export const durationMinutes = (durationMs: number): number => Math.round(durationMs / 600) / 100;

/**
 * The map string -> string of the specification. A flat value is shown as text. Nested metadata is kept as given
 * and cannot be filtered; here its nested values are shown as JSON text, so that nothing a client sent is lost.
 */
export const structuredMetadata = (metadata: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** What is known of the recording, and of what was heard in it. */
export function audioPart<Speakers extends number | null>(
  run: Run,
  heard: { languageCode: string | null; speakerCount: Speakers },
) {
  const durationMs = run.audioDurationMs ?? 0;
  return {
    durationMs,
    durationFormatted: formatDuration(durationMs),
    languageCode: heard.languageCode,
    requestedLanguage: run.language ?? limits.defaultLanguage,
    speakerCount: heard.speakerCount,
  };
}

/** From the start of processing to the end; null while there is no end. */
export function processingTimeMs({ startedAt, finishedAt, createdAt }: Run): number | null {
  return finishedAt === null
    ? null
    : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt));
}

const noScores = {
  vocabulary: null,
  vocabularyCefr: null,
  fluency: null,
  fluencyCefr: null,
  accent: null,
  accentCefr: null,
  overall: null,
  cefrLevel: null,
};

/** A row of the runs list (`RunSummary`). @param type of the run */
export function presentRunSummary(run: Run, type: Pick<RunType, 'row'>) {
  const spoken = run.summary === null ? undefined : type.row(run.summary).speech;
  return {
    id: run.id,
    externalId: run.externalId,
    status: run.status,
    serviceType: run.serviceType,
    projectId: run.projectId,
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
    createdAt: run.createdAt,
    processingTimeMs: processingTimeMs(run),
    audio: {
      durationMs: run.audioDurationMs,
      durationFormatted: run.audioDurationMs === null ? null : formatDuration(run.audioDurationMs),
      languageCode: spoken?.languageCode ?? null,
      requestedLanguage: run.language,
      speakerCount: spoken?.speakerCount ?? null,
    },
    scores: spoken?.scores ?? noScores,
    error: run.error,
  };
}

/** What takes seconds is not polled sooner than this. */
const pollIntervalSeconds = limits.poll.minIntervalMs / 1000;

/** A match or a search that was just submitted. @param about.begun what is said of one that does not wait */
export function presentAccepted<About extends object>(
  run: Run,
  place: QueuePlace,
  { about, begun, nowMs }: { about: About; begun: string; nowMs: number },
) {
  const queued = run.status === 'queued';
  return {
    id: run.id,
    status: queued ? ('queued' as const) : ('processing' as const),
    ...about,
    message: queued
      ? 'Accepted. It waits until one of your running requests ends; poll with this id.'
      : begun,
    estimated_time_seconds: place.estimatedSeconds,
    poll_interval_seconds: pollIntervalSeconds,
    ...(queued ? { queue_position: place.queuePosition, active_requests: place.activeRequests } : {}),
    timestamp: isoTime(nowMs),
  };
}

/** A match or a search that has not ended. @param place needed for a queued one only */
export function presentUnfinished<About extends object, Rest extends object>(
  run: Run,
  place: QueuePlace | null,
  { about, underWay, rest, nowMs }: { about: About; underWay: string; rest: Rest; nowMs: number },
) {
  const common = {
    ...rest,
    created_at: run.createdAt,
    poll_interval_seconds: pollIntervalSeconds,
    timestamp: isoTime(nowMs),
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  };
  if (run.status !== 'queued' || !place)
    return { id: run.id, status: 'processing' as const, ...about, message: underWay, ...common };
  // The run may have left the line between two reads; then it is the next.
  const queuePosition = place.queuePosition ?? 1;
  return {
    id: run.id,
    status: 'queued' as const,
    ...about,
    message: `Number ${queuePosition} in your queue; it starts by itself when one of your running requests ends.`,
    queue_position: queuePosition,
    active_requests: place.activeRequests,
    ...common,
  };
}

/** What every match and search that has ended says of its run. */
export const presentEnd = (run: Run) => ({
  created_at: run.createdAt,
  finished_at: run.finishedAt,
  processing_time_ms: processingTimeMs(run) ?? 0,
  credits:
    run.chargedCredits === null || run.balanceAfter === null
      ? null
      : { deducted: run.chargedCredits, remainingBalance: run.balanceAfter },
  metadata: structuredMetadata(run.metadata),
  tags: run.tags,
});

/** How far its webhook is; null where there is none. */
export function presentDelivery(webhookUrl: string | null, announcement: WebhookMessage | undefined) {
  if (webhookUrl === null || !announcement) return null;
  const { id, status, attempts, nextAttemptAt } = announcement;
  return { url: webhookUrl, message_id: id, status, attempts, next_attempt_at: nextAttemptAt };
}
