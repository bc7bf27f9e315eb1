import { type Static, Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { answer, type Endpoint, sent } from '../shapes/endpoint.ts';
import { text } from '../shapes/schema.ts';
import { type DescribedWebhooks, describedWebhook } from '../webhooks/contract.ts';
import {
  Candidate,
  CandidateBatch,
  CandidateBatchResult,
  CandidatesPage,
  CandidatesQuery,
  CorpusQuery,
  candidateExamples,
  candidateParams,
} from './contract/candidates.ts';
import {
  Accepted,
  Any,
  FailedEvent,
  FinishedEvent,
  ResultsPage,
  ResultsQuery,
  searchExamples,
} from './contract/found.ts';
import { NewSearch, type PositionMetadata } from './contract/new-search.ts';
import { rowExample } from './contract/row.ts';
import { searchRuns } from './run-type.ts';

const { search } = limits;
const common = { permission: searchRuns.permission, tag: 'CV search' } as const;
const unreadable = ['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const bodyErrors = ['INVALID_INPUT', ...unreadable] as const;
const candidateErrors = ['CORPUS_NOT_FOUND', 'CANDIDATE_NOT_FOUND', 'INVALID_INPUT'] as const;
const pollErrors = ['REQUEST_NOT_FOUND', 'POLL_RATE_LIMITED'] as const;
const runParams = Type.Object({ id: text('As the submission returned it.') });

const { corpusId, candidate } = candidateExamples;
const { found, failed, delivered } = searchExamples;
const position: Static<typeof PositionMetadata> = {
  job_description: 'Accountant in a team of four, responsible for monthly reports.',
  requirements: { skills: { hard_skills: [{ name: 'SQL', importance: 5 }] } },
};

export const searchContract = {
  upsert: {
    ...common,
    method: 'POST',
    url: '/cvds/candidates',
    bodyLimit: search.batch.maxBytes,
    operationId: 'upsertCandidates',
    summary: 'Store candidates in a corpus',
    description: `At most ${search.batch.maxCandidates} candidates and ${search.batch.maxBytes / 1024 / 1024} MB at once. A corpus is made by its first candidate. Who is there already is changed; the same again changes nothing. A row with a fault is told and left out, the others are stored. Free of charge.`,
    body: sent(CandidateBatch, { batch: candidateExamples.sent }),
    errors: [...bodyErrors, 'BATCH_TOO_LARGE', 'SERVER_BUSY'],
    answers: {
      200: answer(CandidateBatchResult, 'What became of each row.', { batch: candidateExamples.stored }),
    },
  },
  list: {
    ...common,
    method: 'GET',
    url: '/cvds/candidates',
    operationId: 'listCandidates',
    summary: 'Candidates of a corpus and whether they are embedded, newest first',
    description: 'What their CVs say is not shown.',
    query: CandidatesQuery,
    invalid: { embedding_status: 'INVALID_STATUS' },
    errors: ['INVALID_INPUT', 'INVALID_STATUS', 'CORPUS_NOT_FOUND'],
    answers: {
      200: answer(CandidatesPage, 'One page of candidates.', {
        page: { data: [candidate], next_cursor: null },
      }),
    },
  },
  get: {
    ...common,
    method: 'GET',
    url: '/cvds/candidates/:external_id',
    operationId: 'getCandidate',
    summary: 'One candidate: its tags, and whether it is embedded',
    description: 'What the CV says is not shown.',
    params: candidateParams,
    query: CorpusQuery,
    errors: candidateErrors,
    answers: { 200: answer(Candidate, 'The candidate.', { candidate }) },
  },
  delete: {
    ...common,
    method: 'DELETE',
    url: '/cvds/candidates/:external_id',
    operationId: 'deleteCandidate',
    summary: 'Delete a candidate',
    description: 'With everything that is stored of it, and with its rows in the results of searches.',
    params: candidateParams,
    query: CorpusQuery,
    errors: [...candidateErrors, ...unreadable],
    answers: { 200: answer(Candidate, 'What it was.', { removed: candidate }) },
  },
  submit: {
    ...common,
    method: 'POST',
    url: '/cvds/search',
    bodyLimit: search.maxBodyBytes,
    operationId: 'submitSearch',
    summary: 'Search a corpus for a position',
    description: `Answers at once; poll with the returned id, or give a webhook_url. Costs ${limits.prices.cvSearch} credit once finished, unless your provider has set another price.`,
    body: sent(NewSearch, {
      inline: {
        corpus_id: corpusId,
        position_metadata: position,
        position_id: found.position_id,
        filters: { tags: ['lisbon'] },
        limit: 20,
        webhook_url: delivered!.url,
        ...searchExamples.labels,
      },
      stored: { corpus_id: corpusId, position_id: found.position_id },
    }),
    errors: [
      ...bodyErrors,
      'INVALID_METADATA',
      'INVALID_TAGS',
      'CORPUS_NOT_FOUND',
      'JOB_NOT_FOUND',
      'POSITION_ID_CONFLICT',
      'INSUFFICIENT_CREDITS',
      'SERVICE_WARMING_UP',
    ],
    answers: { 202: answer(Accepted, 'Accepted: processing, or queued.', searchExamples.submit) },
  },
  poll: {
    ...common,
    method: 'GET',
    url: '/cvds/runs/:id',
    operationId: 'pollSearch',
    summary: 'Poll a search',
    description: `Unfinished searches: every ${limits.poll.minIntervalMs / 1000} seconds at most.`,
    params: runParams,
    errors: pollErrors,
    answers: { 200: answer(Any, 'The search as it stands.', searchExamples.poll) },
  },
  results: {
    ...common,
    method: 'GET',
    url: '/cvds/runs/:id/results',
    operationId: 'listSearchResults',
    summary: 'Results of a search, best first',
    description: 'Empty, with `results_pending`, until the search has ended.',
    params: runParams,
    query: ResultsQuery,
    errors: [...pollErrors, 'INVALID_INPUT'],
    answers: {
      200: answer(ResultsPage, 'One page of results.', {
        page: { data: [rowExample], next_cursor: null, results_pending: false },
        pending: { data: [], next_cursor: null, results_pending: true },
      }),
    },
  },
} satisfies Record<string, Endpoint>;

/** What this module announces, as the interface description has it. */
const announced = { sentTo: 'the webhook_url of the search', tag: common.tag };

export const searchWebhooks: DescribedWebhooks = {
  'cvds.finished': describedWebhook(
    { ...announced, operationId: 'onSearchFinished', summary: 'A search is finished' },
    FinishedEvent,
    { event: 'cvds.finished', ...found },
  ),
  'cvds.failed': describedWebhook(
    { ...announced, operationId: 'onSearchFailed', summary: 'A search failed' },
    FailedEvent,
    { event: 'cvds.failed', ...failed },
  ),
};
