import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { isoTime } from '../../../time.ts';
import {
  answeredAt,
  byStatus,
  choice,
  eachOrNull,
  event,
  failure,
  labels,
  list,
  noValue,
  noValues,
  object,
  orNull,
  text,
  time,
  whole,
} from '../../shapes/schema.ts';
import { presentDelivery, webhook } from '../../webhooks/contract.ts';
import type { WebhookMessage } from '../../webhooks/types.ts';
import type { ExpiredPart, QueuePlace, Run } from '../types.ts';
import { Deleted, presentDeleted, processingTimeMs, structuredMetadata } from './parts.ts';

/** What clients are shown of a match or a search from its submission to its end: once, for both. */

/** Of the job that it is for. */
export const jobFields = {
  job_id: orNull(
    text('Our id of the stored job. Null where the job was sent with the request and not stored.'),
  ),
  position_id: orNull(text('Your own id of the job. Null where it has none.')),
};

const waitingStatus = choice(
  ['queued', 'processing'],
  'queued: waits until one of your runs ends and starts by itself. processing: admitted; a worker has it or will take it.',
);
const message = text('What happens next, for people. The wording may change.');
const pollInterval = whole('Wait at least so many seconds before the next poll.', { minimum: 1 });
const queueFields = {
  queue_position: Type.Optional(
    orNull(whole('Place in your queue, from 1. Only while `status` is "queued".', { minimum: 1 })),
  ),
  active_requests: Type.Optional(
    whole('How many of your runs of this kind are processed now. Only while `status` is "queued".'),
  ),
};
const endedFields = {
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

type Fields = Type.TProperties;

/** Of one that has not ended. */
function beginning<About extends Fields, Waiting extends Fields>({
  name,
  accepted,
  about,
  waiting,
}: {
  name: string;
  accepted: string;
  about: About;
  waiting: Waiting;
}) {
  const Accepted = Type.Object(
    {
      ...about,
      status: waitingStatus,
      message,
      estimated_time_seconds: whole('About how long it takes from now to the result, in seconds.'),
      poll_interval_seconds: pollInterval,
      ...queueFields,
      timestamp: answeredAt,
    },
    { $id: `${name}Accepted`, description: accepted },
  );
  const Unfinished = Type.Object(
    {
      ...about,
      status: waitingStatus,
      message,
      poll_interval_seconds: pollInterval,
      ...waiting,
      created_at: time('When it was submitted.'),
      ...queueFields,
      timestamp: answeredAt,
      ...labels,
    },
    { $id: `${name}Waiting`, description: 'Queued, or being processed.' },
  );
  return { Accepted, Unfinished };
}

/**
 * The named schemas of a match's or search's answers.
 *
 * @param said.name what the schemas' names begin with
 * @param said.about every answer has these
 * @param said.waiting beside, until it has ended
 * @param said.ended beside, once it has ended
 * @param said.result null once it was deleted
 * @param said.rest of the result, null for reasons of its own, too
 * @param said.event what the webhooks' names begin with
 */
export function lifecycle<
  About extends Fields,
  Waiting extends Fields,
  Ended extends Fields,
  Result extends Fields,
  Rest extends Fields,
>(said: {
  name: 'Match' | 'Search';
  accepted: string;
  finished: string;
  codes: Type.TSchema;
  about: About;
  waiting: Waiting;
  ended: Ended;
  result: Result;
  rest: Rest;
  event: string;
}) {
  const { name, about, result, rest } = said;
  const noun = name.toLowerCase();
  const outcome = { ...about, ...said.ended, ...endedFields };
  const ended = { ...outcome, webhook, deleted: Deleted, timestamp: answeredAt };
  const finished = {
    status: Type.Literal('finished', { description: said.finished }),
    error: noValue('Always null: it did not fail.'),
  };
  const failed = {
    status: Type.Literal('failed', { description: 'It failed for good and was not charged.' }),
    ...noValues({ ...result, ...rest }, `Always null: the ${noun} failed.`),
    error: failure(said.codes),
  };

  const { Accepted, Unfinished } = beginning(said);
  const Finished = Type.Object(
    { ...ended, ...finished, ...eachOrNull(result, 'Null once it was deleted.'), ...rest },
    {
      $id: `${name}Finished`,
      description: `A ${noun} with its result, which is null once it was deleted; then \`deleted.results\` says when.`,
    },
  );
  const Failed = Type.Object(
    { ...ended, ...failed },
    { $id: `${name}Failed`, description: `A ${noun} that failed.` },
  );
  const body = { description: 'The body of the webhook: what a poll shows.' };
  return {
    Accepted,
    Finished,
    Any: byStatus(name, `A ${noun} as it stands; \`status\` tells the variants apart.`, {
      queued: Unfinished,
      processing: Unfinished,
      finished: Finished,
      failed: Failed,
    }),
    FinishedEvent: Type.Object(
      { event: event(`${said.event}.finished`), ...outcome, ...finished, ...result, ...rest },
      { $id: `${name}FinishedEvent`, ...body },
    ),
    FailedEvent: Type.Object(
      { event: event(`${said.event}.failed`), ...outcome, ...failed },
      { $id: `${name}FailedEvent`, ...body },
    ),
    /** Each field of a result, null: where there is none. */
    noResult: Object.fromEntries(Object.keys({ ...result, ...rest }).map((field) => [field, null])) as {
      [Field in keyof (Result & Rest)]: null;
    },
  };
}

/** What takes seconds is not polled sooner than this. */
const pollIntervalSeconds = limits.poll.minIntervalMs / 1000;

/** One that was just submitted. @param said.begun what is said of one that does not wait */
export function presentAccepted<About extends object>(
  { run, place, nowMs }: { run: Run; place: QueuePlace; nowMs: number },
  { about, begun }: { about: About; begun: string },
) {
  const queued = run.status === 'queued';
  return {
    ...about,
    status: queued ? ('queued' as const) : ('processing' as const),
    message: queued
      ? 'Accepted. It waits until one of your running requests ends; poll with this id.'
      : begun,
    estimated_time_seconds: place.estimatedSeconds,
    poll_interval_seconds: pollIntervalSeconds,
    ...(queued ? { queue_position: place.queuePosition, active_requests: place.activeRequests } : {}),
    timestamp: isoTime(nowMs),
  };
}

/** One that has not ended. @param place needed for a queued one only */
export function presentUnfinished<Said extends object>(
  { run, place, nowMs }: { run: Run; place: QueuePlace | null; nowMs: number },
  { said, underWay }: { said: Said; underWay: string },
) {
  const common = {
    ...said,
    created_at: run.createdAt,
    poll_interval_seconds: pollIntervalSeconds,
    timestamp: isoTime(nowMs),
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  };
  if (run.status !== 'queued' || !place)
    return { ...common, status: 'processing' as const, message: underWay };
  // The run may have left the line between two reads; then it is the next.
  const queuePosition = place.queuePosition ?? 1;
  return {
    ...common,
    status: 'queued' as const,
    message: `Number ${queuePosition} in your queue; it starts by itself when one of your running requests ends.`,
    queue_position: queuePosition,
    active_requests: place.activeRequests,
  };
}

/**
 * What came of one that ended, but for what changes afterwards: the same for a poll and for the webhook.
 *
 * @param said.result null for a failed one, and once it was deleted
 * @param said.noResult each field of a result, null
 */
export function presentOutcome<Said extends object, Result extends object, NoResult extends object>(
  run: Run,
  {
    said,
    result,
    noResult,
    noun,
  }: { said: Said; result: Result | null; noResult: NoResult; noun: 'match' | 'search' },
) {
  const common = {
    ...said,
    created_at: run.createdAt,
    finished_at: run.finishedAt,
    processing_time_ms: processingTimeMs(run) ?? 0,
    credits:
      run.chargedCredits === null || run.balanceAfter === null
        ? null
        : { deducted: run.chargedCredits, remainingBalance: run.balanceAfter },
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  };
  if (result) return { ...common, status: 'finished' as const, ...result, error: null };
  const nothing = { ...common, ...noResult, warnings: [] as string[] };
  // Retention has deleted the result of a run that did not fail.
  if (run.status !== 'failed') return { ...nothing, status: 'finished' as const, error: null };
  const error = run.error ?? { code: 'INTERNAL_ERROR', message: `The ${noun} ended without a result.` };
  return { ...nothing, status: 'failed' as const, error };
}

/** One that ended, as a poll shows it. */
export const presentEnded = <Outcome extends object>(
  outcome: Outcome,
  {
    webhookUrl,
    announcement,
    expired,
    nowMs,
  }: {
    webhookUrl: string | null;
    announcement: WebhookMessage | undefined;
    expired: readonly ExpiredPart[];
    nowMs: number;
  },
) => ({
  ...outcome,
  webhook: presentDelivery(webhookUrl, announcement),
  ...presentDeleted(expired),
  timestamp: isoTime(nowMs),
});
