import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { isoTime } from '../../../time.ts';
import { choice, labels, list, object, orNull, text, time, whole } from '../../shapes/schema.ts';
import type { ExpiredPart, QueuePlace, Run } from '../types.ts';

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

/** What takes seconds is not polled sooner than this. */
const pollIntervalSeconds = limits.poll.minIntervalMs / 1000;

/** Of matches and searches that were just submitted. */
export const acceptedFields = {
  message: text('What happens next, for people. The wording may change.'),
  estimated_time_seconds: whole('About how long it takes from now to the result, in seconds.'),
  poll_interval_seconds: whole('Wait at least so many seconds before the next poll.', { minimum: 1 }),
};
export const queueFields = {
  queue_position: Type.Optional(
    orNull(whole('Place in your queue, from 1. Only while `status` is "queued".', { minimum: 1 })),
  ),
  active_requests: Type.Optional(
    whole('How many of your runs of this kind are processed now. Only while `status` is "queued".'),
  ),
};
export const waitingStatus = choice(
  ['queued', 'processing'],
  'queued: waits until one of your runs ends and starts by itself. processing: admitted; a worker has it or will take it.',
);

/** Of the job that a match or a search is for. */
export const jobFields = {
  job_id: orNull(
    text('Our id of the stored job. Null where the job was sent with the request and not stored.'),
  ),
  position_id: orNull(text('Your own id of the job. Null where it has none.')),
};

/** Of a match or search that ended. */
export const endedFields = {
  created_at: time('When it was submitted.'),
  finished_at: orNull(time('When it ended.')),
  processing_time_ms: whole(
    'Milliseconds from the start of processing to the end, without time in the queue.',
  ),
  credits: orNull(
    object('What it cost. Null where nothing was settled.', {
      deducted: whole('Credits charged for it; 0 for a failed one.'),
      remainingBalance: Type.Integer({ description: 'Your balance right after that, in credits.' }),
    }),
  ),
  warnings: list(
    Type.String(),
    'What was lost on the way or makes the result less telling, in sentences for people. `[]` when all went well.',
  ),
  ...labels,
};

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

const at = (what: string) => Type.Optional(time(`When ${what} deleted. Absent while it is kept.`));

/** When parts of a finished run were deleted because the time they are kept was over; absent while nothing was. */
export const Deleted = Type.Optional(
  object('What was deleted because the time that it is kept was over, and when. Absent while nothing was.', {
    audio: at('the recording, with what was made of it, was'),
    transcripts: at('what was said was'),
    cvs: at('the CV was'),
    results: at('the result, with scores, texts and profile, was'),
  }),
);

/** `{}` while nothing was deleted, so that it can be spread into an answer. */
export const presentDeleted = (
  parts: readonly ExpiredPart[],
): { deleted?: Partial<Record<ExpiredPart['kind'], string>> } =>
  parts.length === 0
    ? {}
    : { deleted: Object.fromEntries(parts.map(({ kind, deletedAt }) => [kind, deletedAt])) };
