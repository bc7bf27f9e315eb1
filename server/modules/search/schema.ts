import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { configShape, jobDescriptionShape } from '../../domain/requirements/schema.ts';
import { searchFailureCodes } from '../../errors.ts';
import { PositionId, published } from '../jobs/contract/requirements.ts';
import {
  knownShare,
  method,
  RequirementKindSchema,
  requirementFields,
  VerdictSchema,
} from '../matching/schema.ts';
import {
  acceptedFields,
  Deleted,
  endedFields,
  jobFields,
  queueFields,
  waitingStatus,
} from '../runs/contract/life.ts';
import { pageCursor, pageLimit } from '../runs/contract/lists.ts';
import {
  answeredAt,
  byStatus,
  closed,
  eachOrNull,
  event,
  failure,
  flag,
  labels,
  list,
  nextCursor,
  noValue,
  noValues,
  number,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../shapes/schema.ts';
import { WebhookStatus, webhook } from '../webhooks/contract.ts';
import {
  CandidatesQuery,
  CorpusId,
  CorpusQuery,
  candidateParams,
  candidateSchemas,
  optional,
  sentMetadata,
  sentTags,
} from './ingest/schema.ts';

export { CandidatesQuery, CorpusQuery, candidateParams };

const { search } = limits;

export const ResultsQuery = Type.Object({ limit: pageLimit(search.resultsPage), cursor: pageCursor });

/** The requirements config with the description in it. */
const PositionMetadata = Type.Unsafe<Record<string, unknown>>({
  ...published(
    {
      ...configShape,
      properties: { job_description: jobDescriptionShape, ...configShape.properties },
    },
    'sent',
  ),
  $id: 'PositionMetadata',
  description: 'What the position asks for, and what it is.',
});

const NewSearch = Type.Object(
  {
    corpus_id: CorpusId,
    position_metadata: Type.Optional(
      ref('PositionMetadata', 'The position to search for, in place of a stored job.'),
    ),
    position_id: Type.Optional(orNull(PositionId)),
    job_id: optional(text('Our id of a stored job.')),
    saveJob: Type.Optional(
      flag(
        'position_metadata is stored as the job of this reference: a new one, or the one of job_id changed.',
      ),
    ),
    job_updated: optional(
      text(
        'Your own note of when the position last changed: comes back for one that is sent with the search; for a stored job it says when that was last changed.',
        { maxLength: search.jobUpdated.maxChars },
      ),
    ),
    filters: optional(
      Type.Object(
        {
          tags: optional(sentTags('Only candidates that have all of these.')),
          require_minimal_qualifications: optional(
            flag('Without those of whom a minimal qualification is found to be unmet.'),
          ),
        },
        { ...closed, description: 'Whom to search among.' },
      ),
    ),
    limit: Type.Optional(
      whole(`How many candidates it names; ${search.results.default} unless given.`, {
        minimum: search.results.min,
        maximum: search.results.max,
      }),
    ),
    webhook_url: optional(
      text('Address that gets a signed call when the search has ended: HTTPS and a public host.'),
    ),
    metadata: optional(sentMetadata('Your own data about the search.')),
    tags: optional(sentTags('Your own tags for the search.')),
  },
  {
    $id: 'NewSearch',
    ...closed,
    description: 'One of position_metadata, position_id and job_id is needed.',
  },
);

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

const SearchAccepted = Type.Object(
  { ...about, status: waitingStatus, ...acceptedFields, ...queueFields, timestamp: answeredAt },
  { $id: 'SearchAccepted', description: 'An accepted search.' },
);

const { estimated_time_seconds: _, ...waiting } = acceptedFields;

const SearchWaiting = Type.Object(
  {
    ...about,
    status: waitingStatus,
    ...waiting,
    results: noValue('Always null: there are none yet.'),
    results_pending: Type.Literal(true, { description: 'The search has not ended yet.' }),
    created_at: time('When it was submitted.'),
    ...queueFields,
    timestamp: answeredAt,
    ...labels,
  },
  { $id: 'SearchWaiting', description: 'Queued, or being processed.' },
);

const FoundRequirement = Type.Object(
  {
    ...requirementFields,
    evidence: list(
      object('Words of the candidate.', {
        text: text('A line of what was sent, or a part of one.'),
        field: text('Where it stands in what was sent, e.g. "experience[0].description".'),
      }),
      'Words of the candidate that speak for the verdict; at most 3, the most telling first.',
    ),
  },
  { $id: 'FoundRequirement', description: 'A requirement, and how far the candidate meets it.' },
);

const SearchResultRow = Type.Object(
  {
    external_id: text('Your own id of the person.'),
    rank: whole('Place in the results; 1 is best.', { minimum: 1 }),
    score: number(
      '0–100, one decimal: what the results are sorted by. Occupation and requirements together; without a title of the job the requirements alone.',
      { minimum: 0, maximum: 100 },
    ),
    reasons: list(
      Type.String(),
      'Why the score is as it is: sentences for people, the most important first.',
    ),
    occupation: orNull(
      object("How near a title of the candidate lies to the job's. Null where the job has none.", {
        score: number('0–1; 1: the same occupation.', { minimum: 0, maximum: 1 }),
        title: orNull(text('The title of the candidate that comes nearest. Null where none comes near.')),
        field: orNull(
          text('Where that stands in the candidate, e.g. "experience[0].title". Null without a title.'),
        ),
      }),
    ),
    matched: list(Type.String(), 'Names of the requirements that are met.'),
    partly: list(Type.String(), 'Names of the requirements that are met in part.'),
    missing: list(
      Type.String(),
      'Names of the requirements that are not met. What is unknown stands in none of the three lists.',
    ),
    requirements: list(Type.Ref('FoundRequirement'), 'Every requirement: minimal qualifications first.'),
    known_share: knownShare,
    ...labels,
  },
  { $id: 'SearchResultRow', description: 'A candidate, explained as a match is.' },
);

/** What came of a search: the same in a poll and in a webhook. */
const outcome = {
  ...about,
  results_pending: Type.Literal(false, { description: 'The search has ended.' }),
  ...endedFields,
};

const ended = { ...outcome, webhook, deleted: Deleted, timestamp: answeredAt };

const result = {
  results: list(Type.Ref('SearchResultRow'), 'The first page, best first.'),
  total_results: whole('How many candidates the search names, on all pages.'),
  candidates_searched: whole('Candidates of the corpus that pass the filters.'),
  candidates_compared: whole('Of them, those whose CVs were compared with every requirement.'),
  method,
};
const finished = {
  status: Type.Literal('finished', { description: 'The candidates were compared.' }),
  next_cursor: nextCursor,
  error: noValue('Always null: it did not fail.'),
};

const SearchFinished = Type.Object(
  { ...ended, ...finished, ...eachOrNull(result, 'Null once it was deleted.') },
  {
    $id: 'SearchFinished',
    description:
      'A search with its result, which is null once it was deleted; then `deleted.results` says when.',
  },
);

const SearchFailureCode = Type.Enum([...searchFailureCodes], {
  $id: 'SearchFailureCode',
  description: 'Why a search failed; explained at /docs/errors. New codes may come.',
});
const failed = {
  status: Type.Literal('failed', { description: 'It failed for good and was not charged.' }),
  ...noValues({ ...result, next_cursor: nextCursor }, 'Always null: the search failed.'),
  error: failure('SearchFailureCode'),
};
const SearchFailed = Type.Object(
  { ...ended, ...failed },
  { $id: 'SearchFailed', description: 'A search that failed.' },
);

const Search = byStatus('Search', 'A search as it stands; `status` tells the variants apart.', {
  queued: 'SearchWaiting',
  processing: 'SearchWaiting',
  finished: 'SearchFinished',
  failed: 'SearchFailed',
});

const SearchResultsPage = Type.Object(
  {
    data: list(Type.Ref('SearchResultRow'), 'The rows, best first.'),
    next_cursor: nextCursor,
    results_pending: flag('The search has not ended yet.'),
  },
  { $id: 'SearchResultsPage', description: 'One page of results.' },
);

const SearchFinishedEvent = Type.Object(
  { event: event('cvds.finished'), ...outcome, ...finished, ...result },
  { $id: 'SearchFinishedEvent', description: 'The body of the webhook: what a poll shows.' },
);
const SearchFailedEvent = Type.Object(
  { event: event('cvds.failed'), ...outcome, ...failed },
  { $id: 'SearchFailedEvent', description: 'The body of the webhook: what a poll shows.' },
);

export const searchSchemas = [
  ...candidateSchemas,
  PositionMetadata,
  NewSearch,
  SearchAccepted,
  VerdictSchema,
  RequirementKindSchema,
  WebhookStatus,
  SearchFailureCode,
  FoundRequirement,
  SearchResultRow,
  SearchWaiting,
  SearchFinished,
  SearchFailed,
  Search,
  SearchResultsPage,
  SearchFinishedEvent,
  SearchFailedEvent,
];
