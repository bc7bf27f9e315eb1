import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { configShape, jobDescriptionShape } from '../../domain/requirements/schema.ts';
import { searchFailureCodes } from '../../errors.ts';
import { PositionId, published } from '../jobs/schema.ts';
import { RequirementKindSchema, VerdictSchema, WebhookStatusSchema } from '../matching/schema.ts';
import { Deleted } from '../retention/schema.ts';
import { byStatus } from '../runs/schema.ts';
import { corpusIdSource } from './fields.ts';
import { embeddingStatuses, upsertOutcomes } from './types.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Text = nullable(Type.String());
const Count = Type.Integer({ minimum: 0 });
const { search } = limits;
const { candidate: bounds } = search;

const optional = <Schema extends Type.TSchema>(schema: Schema, description?: string) =>
  Type.Optional(
    Type.Unsafe<Type.Static<Schema> | null>({ ...nullable(schema), ...(description && { description }) }),
  );
const Name = Type.String({ maxLength: bounds.maxNameChars });
const Prose = Type.String({ maxLength: bounds.maxTextChars });
const Month = Type.String({
  pattern: '^(19|20)\\d{2}(-(0[1-9]|1[0-2])(-\\d{2})?)?$',
  description: '"2019-03" or "2019".',
});

const CorpusId = Type.String({ pattern: corpusIdSource, description: 'Your own id of the corpus.' });
const ExternalId = Type.String({ minLength: 1, maxLength: limits.externalId.maxChars });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: limits.tags.maxChars }), {
  maxItems: limits.tags.maxCount,
});
const Metadata = Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'As for speech.' });

const CandidateInput = Type.Object(
  {
    external_id: Type.String({
      minLength: 1,
      maxLength: limits.externalId.maxChars,
      description: 'Your own id of the person, unique within the corpus.',
    }),
    full_name: optional(Name, 'Never part of any score.'),
    headline: optional(Name),
    summary: optional(Prose),
    location: optional(Name, 'Never part of any score.'),
    skills: optional(Type.Array(Name, { maxItems: bounds.skills })),
    experience: optional(
      Type.Array(
        Type.Object(
          {
            title: optional(Name),
            employer: optional(Name),
            location: optional(Name),
            start: optional(Month),
            end: optional(
              Type.String({ description: 'Likewise; null, absent or "present" where it goes on.' }),
            ),
            description: optional(Prose),
          },
          closed,
        ),
        { maxItems: bounds.positions },
      ),
      'Newest first.',
    ),
    education: optional(
      Type.Array(
        Type.Object(
          {
            degree: optional(Name),
            field: optional(Name),
            institution: optional(Name),
            start: optional(Month),
            end: optional(Type.String()),
            is_ongoing: optional(Type.Boolean()),
          },
          closed,
        ),
        { maxItems: bounds.education },
      ),
    ),
    languages: optional(
      Type.Array(
        Type.Object(
          { name: Name, level: optional(Name, '"C1", "fluent", "native": in the words of CVs.') },
          closed,
        ),
        { maxItems: bounds.languages },
      ),
    ),
    certificates: optional(Type.Array(Name, { maxItems: bounds.certificates })),
    text: optional(
      Type.String({ maxLength: bounds.maxFreeTextChars }),
      'Whatever else the CV says, or all of it.',
    ),
    tags: optional(Tags, 'Searches can be limited to them.'),
    metadata: optional(Metadata, 'Comes back with the candidate.'),
  },
  {
    $id: 'CandidateInput',
    ...closed,
    description: 'At least one of headline, summary, skills, experience, education and text is needed.',
  },
);

const CandidateBatch = Type.Object(
  {
    corpus_id: CorpusId,
    candidates: Type.Array(Type.Ref('CandidateInput'), {
      minItems: 1,
      maxItems: search.batch.maxCandidates,
    }),
  },
  { $id: 'CandidateBatch', ...closed },
);

const UpsertOutcome = Type.Enum([...upsertOutcomes], { $id: 'UpsertOutcome' });
const EmbeddingStatus = Type.Enum([...embeddingStatuses], { $id: 'EmbeddingStatus' });

const CandidateBatchResult = Type.Object(
  {
    corpus_id: Type.String(),
    results: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, description: 'Place in the batch, from 0.' }),
          external_id: Text,
          status: Type.Ref('UpsertOutcome'),
          errors: nullable(Type.Record(Type.String(), Type.String())),
        },
        closed,
      ),
    ),
    summary: Type.Object(
      { received: Count, created: Count, updated: Count, unchanged: Count, failed: Count },
      closed,
    ),
  },
  { $id: 'CandidateBatchResult', ...closed, description: 'What became of each row, in their order.' },
);

const labels = {
  metadata: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.String()),
};

const Candidate = Type.Object(
  {
    external_id: Type.String(),
    corpus_id: Type.String(),
    embedding_status: Type.Ref('EmbeddingStatus'),
    embedding_error: Text,
    embedded_at: nullable(DateTime),
    ...labels,
    created_at: DateTime,
    updated_at: DateTime,
  },
  {
    $id: 'Candidate',
    ...closed,
    description: 'Found by words at once, by meaning once `embedding_status` is "embedded".',
  },
);
const CandidatesPage = Type.Object(
  { data: Type.Array(Type.Ref('Candidate')), next_cursor: Text },
  { $id: 'CandidatesPage', ...closed },
);

const { candidatesPage, resultsPage } = search;

export const CandidatesQuery = Type.Object({
  corpus_id: Type.String({ minLength: 1, maxLength: search.corpusId.maxChars }),
  limit: Type.Integer({
    minimum: candidatesPage.min,
    maximum: candidatesPage.max,
    default: candidatesPage.default,
  }),
  cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the page before.' })),
  embedding_status: Type.Optional(Type.Enum([...embeddingStatuses])),
});
export const CorpusQuery = Type.Object({ corpus_id: CandidatesQuery.properties.corpus_id });
export const ResultsQuery = Type.Object({
  limit: Type.Integer({ minimum: resultsPage.min, maximum: resultsPage.max, default: resultsPage.default }),
  cursor: CandidatesQuery.properties.cursor,
});

/** The requirements config with the description in it. */
const PositionMetadata = Type.Unsafe<Record<string, unknown>>({
  ...published({
    ...configShape,
    properties: { job_description: jobDescriptionShape, ...configShape.properties },
  }),
  $id: 'PositionMetadata',
});

const NewSearch = Type.Object(
  {
    corpus_id: CorpusId,
    position_metadata: Type.Optional(Type.Ref('PositionMetadata')),
    position_id: Type.Optional(nullable(PositionId)),
    job_id: optional(Type.String(), 'Our id of a stored job.'),
    saveJob: Type.Optional(
      Type.Boolean({
        description:
          'position_metadata is stored as the job of this reference: a new one, or the one of job_id changed.',
      }),
    ),
    job_updated: optional(
      Type.String({ maxLength: search.jobUpdated.maxChars }),
      'Comes back for an inline position; for a stored job it says when that was last changed.',
    ),
    filters: optional(
      Type.Object(
        {
          tags: optional(Tags, 'Candidates that have all of these.'),
          require_minimal_qualifications: optional(
            Type.Boolean(),
            'Without those of whom a minimal qualification is found to be unmet.',
          ),
        },
        closed,
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: search.results.min,
        maximum: search.results.max,
        description: `How many candidates it names; ${search.results.default} unless given.`,
      }),
    ),
    webhook_url: optional(
      Type.String(),
      'HTTPS and a public host; gets a signed call when the search has ended.',
    ),
    metadata: optional(Metadata),
    tags: optional(Tags),
  },
  {
    $id: 'NewSearch',
    ...closed,
    description: 'One of position_metadata, position_id and job_id is needed.',
  },
);

const about = { corpus_id: Type.String(), job_id: Text, position_id: Text, job_updated: Text };
const place = {
  queue_position: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  active_requests: Type.Optional(Count),
};

const SearchAccepted = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['queued', 'processing']),
    ...about,
    message: Type.String(),
    estimated_time_seconds: Type.Integer(),
    poll_interval_seconds: Type.Integer(),
    ...place,
    timestamp: DateTime,
  },
  { $id: 'SearchAccepted', ...closed },
);

const SearchWaiting = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['queued', 'processing']),
    ...about,
    message: Type.String(),
    results: Type.Null(),
    results_pending: Type.Literal(true),
    created_at: DateTime,
    poll_interval_seconds: Type.Integer(),
    ...place,
    timestamp: DateTime,
    ...labels,
  },
  { $id: 'SearchWaiting', ...closed, description: 'Queued, or being processed.' },
);

const SearchResultRow = Type.Object(
  {
    external_id: Type.String(),
    rank: Type.Integer({ minimum: 1 }),
    score: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'What the results are sorted by: occupation and requirements together.',
    }),
    reasons: Type.Array(Type.String(), { description: 'Sentences, the most important first.' }),
    occupation: nullable(
      Type.Object(
        {
          score: Share,
          title: nullable(Type.String({ description: 'Of the candidate: the one that comes nearest.' })),
          field: nullable(Type.String({ description: 'Of the candidate, e.g. "experience[0].title".' })),
        },
        {
          ...closed,
          description: "How near a title of the candidate lies to the job's; null where the job has none.",
        },
      ),
    ),
    matched: Type.Array(Type.String(), { description: 'Requirements that are met.' }),
    partly: Type.Array(Type.String(), { description: 'Requirements that are met in part.' }),
    missing: Type.Array(Type.String(), { description: 'Requirements that are not met.' }),
    requirements: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          kind: Type.Ref('RequirementKind'),
          importance: Type.Integer({ minimum: 1, maximum: 5 }),
          score: nullable(Share),
          met: Type.Ref('Verdict'),
          reason: Type.String(),
          evidence: Type.Array(
            Type.Object(
              {
                text: Type.String(),
                field: Type.String({ description: 'Of the candidate, e.g. "experience[0].description".' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    known_share: Share,
    ...labels,
  },
  { $id: 'SearchResultRow', ...closed, description: 'A candidate, explained as a match is.' },
);

/** What came of a search: the same in a poll and in a webhook. */
const outcome = {
  id: Type.String(),
  ...about,
  results_pending: Type.Literal(false),
  created_at: DateTime,
  finished_at: nullable(DateTime),
  processing_time_ms: Count,
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
        attempts: Count,
        next_attempt_at: nullable(DateTime),
      },
      closed,
    ),
  ),
  deleted: Deleted,
  timestamp: DateTime,
};

const result = {
  results: Type.Array(Type.Ref('SearchResultRow'), { description: 'The first page.' }),
  total_results: Count,
  candidates_searched: Type.Integer({
    minimum: 0,
    description: 'Candidates of the corpus that pass the filters.',
  }),
  candidates_compared: Type.Integer({
    minimum: 0,
    description: 'Of them, those whose CVs were compared with every requirement.',
  }),
  method: Type.String(),
};
const finished = { status: Type.Literal('finished'), next_cursor: Text, error: Type.Null() };
const orNull = Object.fromEntries(Object.entries(result).map(([name, schema]) => [name, nullable(schema)]));

const SearchFinished = Type.Object(
  { ...ended, ...finished, ...orNull },
  {
    $id: 'SearchFinished',
    ...closed,
    description: 'Its result is null once it was deleted; then `deleted.results` says when.',
  },
);

const SearchFailureCode = Type.Enum([...searchFailureCodes], { $id: 'SearchFailureCode' });
const failed = {
  status: Type.Literal('failed'),
  results: Type.Null(),
  total_results: Type.Null(),
  next_cursor: Type.Null(),
  candidates_searched: Type.Null(),
  candidates_compared: Type.Null(),
  method: Type.Null(),
  error: Type.Object({ code: Type.Ref('SearchFailureCode'), message: Type.String() }, closed),
};
const SearchFailed = Type.Object({ ...ended, ...failed }, { $id: 'SearchFailed', ...closed });

const Search = byStatus('Search', {
  queued: 'SearchWaiting',
  processing: 'SearchWaiting',
  finished: 'SearchFinished',
  failed: 'SearchFailed',
});

const SearchResultsPage = Type.Object(
  {
    data: Type.Array(Type.Ref('SearchResultRow')),
    next_cursor: Text,
    results_pending: Type.Boolean({ description: 'The search has not ended yet.' }),
  },
  { $id: 'SearchResultsPage', ...closed },
);

const SearchFinishedEvent = Type.Object(
  { event: Type.Literal('cvds.finished'), ...outcome, ...finished, ...result },
  { $id: 'SearchFinishedEvent', ...closed, description: 'The body of the webhook: what a poll shows.' },
);
const SearchFailedEvent = Type.Object(
  { event: Type.Literal('cvds.failed'), ...outcome, ...failed },
  { $id: 'SearchFailedEvent', ...closed, description: 'The body of the webhook: what a poll shows.' },
);

export const candidateParams = Type.Object({ external_id: ExternalId });

export const searchSchemas = [
  CandidateInput,
  CandidateBatch,
  UpsertOutcome,
  EmbeddingStatus,
  CandidateBatchResult,
  Candidate,
  CandidatesPage,
  PositionMetadata,
  NewSearch,
  SearchAccepted,
  VerdictSchema,
  RequirementKindSchema,
  WebhookStatusSchema,
  SearchFailureCode,
  SearchResultRow,
  SearchWaiting,
  SearchFinished,
  SearchFailed,
  Search,
  SearchResultsPage,
  SearchFinishedEvent,
  SearchFailedEvent,
];
