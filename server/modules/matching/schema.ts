import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import type { Met, RequirementKind } from '../../domain/matching/types.ts';
import { cvFailureCodes } from '../../errors.ts';
import { Deleted } from '../retention/schema.ts';
import { byStatus } from '../runs/schema.ts';
import { WebhookSample } from '../webhooks/schema.ts';
import { webhookStatuses } from '../webhooks/types.ts';
import { MatchForm } from './schema-form.ts';
import { CvProfileSchema, CvQuote, Quotes } from './schema-profile.ts';
import { matchStatuses } from './types.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Score = Type.Number({ minimum: 0, maximum: 100 });
const Text = nullable(Type.String());

const met: Record<Met, true> = { yes: true, partly: true, no: true, unknown: true };
const kinds: Record<RequirementKind, true> = {
  work_experience: true,
  industry: true,
  hard_skill: true,
  soft_skill: true,
  language: true,
  education: true,
  minimal_qualification: true,
  preferable_qualification: true,
};

export const VerdictSchema = Type.Enum(Object.keys(met) as Met[], { $id: 'Verdict' });
export const RequirementKindSchema = Type.Enum(Object.keys(kinds) as RequirementKind[], {
  $id: 'RequirementKind',
});
const MatchStatusSchema = Type.Enum([...matchStatuses], { $id: 'MatchStatus' });
export const WebhookStatusSchema = Type.Enum([...webhookStatuses], { $id: 'WebhookStatus' });
const CvFailureCode = Type.Enum([...cvFailureCodes], { $id: 'CvFailureCode' });

const job = { job_id: Text, position_id: Text };
const labels = {
  metadata: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.String()),
};
const place = {
  queue_position: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  active_requests: Type.Optional(Type.Integer({ minimum: 0 })),
};

export const MatchAccepted = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['queued', 'processing']),
    ...job,
    message: Type.String(),
    estimated_time_seconds: Type.Integer(),
    poll_interval_seconds: Type.Integer(),
    ...place,
    timestamp: DateTime,
  },
  { $id: 'MatchAccepted', ...closed },
);

const MatchWaiting = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['queued', 'processing']),
    ...job,
    message: Type.String(),
    created_at: DateTime,
    poll_interval_seconds: Type.Integer(),
    ...place,
    timestamp: DateTime,
    ...labels,
  },
  { $id: 'MatchWaiting', ...closed, description: 'Queued, or being processed.' },
);

export const MatchedRequirement = Type.Object(
  {
    name: Type.String(),
    kind: Type.Ref('RequirementKind'),
    importance: Type.Integer({ minimum: 1, maximum: 5 }),
    score: nullable(Share),
    met: Type.Ref('Verdict'),
    reason: Type.String(),
    evidence: Quotes,
  },
  { $id: 'MatchedRequirement', ...closed },
);

/** What came of a match: the same in a poll and in a webhook. */
const outcome = {
  id: Type.String(),
  ...job,
  created_at: DateTime,
  finished_at: nullable(DateTime),
  processing_time_ms: Type.Integer({ minimum: 0 }),
  credits: nullable(Type.Object({ deducted: Type.Integer(), remainingBalance: Type.Integer() }, closed)),
  warnings: Type.Array(Type.String()),
  ...labels,
};

const ended = {
  ...outcome,
  webhook: nullable(
    Type.Object(
      {
        url: Type.String(),
        message_id: Type.String(),
        status: Type.Ref('WebhookStatus'),
        attempts: Type.Integer({ minimum: 0 }),
        next_attempt_at: nullable(DateTime),
      },
      closed,
    ),
  ),
  deleted: Deleted,
  timestamp: DateTime,
};

const result = {
  score: Score,
  requirements: Type.Array(Type.Ref('MatchedRequirement')),
  known_share: Share,
  summary: Type.String(),
  method: Type.String(),
  profile: Type.Ref('CvProfile'),
  pages: Type.Array(
    Type.Object(
      {
        number: Type.Integer({ minimum: 1 }),
        width_pt: Type.Number(),
        height_pt: Type.Number(),
        source: Type.Enum(['text', 'ocr']),
      },
      closed,
    ),
  ),
};
const partOfResult = {
  score_cap: nullable(Type.Object({ limit: Score, uncapped_score: Score, reason: Type.String() }, closed)),
  summary_model: nullable(
    Type.String({ description: 'Language model that worded the summary; null: made by rules.' }),
  ),
};
const finished = { status: Type.Literal('finished'), error: Type.Null() };
const orNull = Object.fromEntries(Object.entries(result).map(([name, schema]) => [name, nullable(schema)]));

const MatchFinished = Type.Object(
  { ...ended, ...finished, ...orNull, ...partOfResult },
  {
    $id: 'MatchFinished',
    ...closed,
    description: 'Its result is null once it was deleted; then `deleted.results` says when.',
  },
);

const RunError = Type.Object({ code: Type.Ref('CvFailureCode'), message: Type.String() }, closed);

const withoutResult = {
  score: Type.Null(),
  score_cap: Type.Null(),
  requirements: Type.Null(),
  known_share: Type.Null(),
  summary: Type.Null(),
  summary_model: Type.Null(),
  method: Type.Null(),
  profile: Type.Null(),
  pages: Type.Null(),
};

const failed = { status: Type.Literal('failed'), ...withoutResult, error: RunError };

const MatchFailed = Type.Object({ ...ended, ...failed }, { $id: 'MatchFailed', ...closed });

const Match = byStatus('Match', {
  queued: 'MatchWaiting',
  processing: 'MatchWaiting',
  finished: 'MatchFinished',
  failed: 'MatchFailed',
});

const MatchFinishedEvent = Type.Object(
  { event: Type.Literal('cvdeepmatch.finished'), ...outcome, ...finished, ...result, ...partOfResult },
  { $id: 'MatchFinishedEvent', ...closed, description: 'The body of the webhook: what a poll shows.' },
);
const MatchFailedEvent = Type.Object(
  { event: Type.Literal('cvdeepmatch.failed'), ...outcome, ...failed },
  { $id: 'MatchFailedEvent', ...closed, description: 'The body of the webhook: what a poll shows.' },
);

export const MatchRow = Type.Object(
  {
    id: Type.String(),
    status: Type.Ref('MatchStatus'),
    ...job,
    score: nullable(Score),
    created_at: DateTime,
    finished_at: nullable(DateTime),
    processing_time_ms: nullable(Type.Integer({ minimum: 0 })),
    project_id: Text,
    ...labels,
    error: nullable(RunError),
  },
  { $id: 'MatchRow', ...closed },
);

export const MatchesPage = Type.Object(
  { data: Type.Array(Type.Ref('MatchRow')), next_cursor: Text },
  { $id: 'MatchesPage', ...closed },
);

const { cvPage } = limits;

export const MatchesQuery = Type.Object({
  limit: Type.Integer({ minimum: cvPage.min, maximum: cvPage.max, default: cvPage.default }),
  cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the page before.' })),
  status: Type.Optional(Type.Enum([...matchStatuses])),
  project: Type.Optional(
    Type.String({ description: 'A project id, or "none" for requests without a project.', minLength: 1 }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      description: `Requests that have all of these. Repeat the parameter or separate with commas; at most ${limits.tags.maxCount}.`,
    }),
  ),
  job_id: Type.Optional(Type.String({ description: 'Judged by this stored job.', minLength: 1 })),
  created_after: Type.Optional(
    Type.String({ description: 'ISO 8601, inclusive; without a time the beginning of the day, in UTC.' }),
  ),
  created_before: Type.Optional(
    Type.String({ description: 'ISO 8601, inclusive; without a time the end of the day, in UTC.' }),
  ),
  metadata_key: Type.Optional(Type.String({ description: 'Only together with metadata_value.' })),
  metadata_value: Type.Optional(Type.String({ description: 'Only together with metadata_key.' })),
});

/** Code of a refusal by the query's schema, by parameter. */
export const matchesQueryCodes = {
  status: 'INVALID_STATUS',
  tags: 'INVALID_TAGS',
  created_after: 'INVALID_DATE',
  created_before: 'INVALID_DATE',
} as const;

export const matchSchemas = [
  MatchForm,
  MatchAccepted,
  CvQuote,
  VerdictSchema,
  RequirementKindSchema,
  MatchStatusSchema,
  WebhookStatusSchema,
  CvFailureCode,
  MatchedRequirement,
  CvProfileSchema,
  MatchWaiting,
  MatchFinished,
  MatchFailed,
  Match,
  MatchFinishedEvent,
  MatchFailedEvent,
  WebhookSample,
  MatchRow,
  MatchesPage,
];
