import { type Static, Type } from 'typebox';
import { cvFailureCodes, speechFailureCodes } from '../../errors.ts';
import { answer, type Endpoint } from '../shapes/endpoint.ts';
import {
  answeredAt,
  failure,
  flag,
  labels,
  listOf,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../shapes/schema.ts';
import { scoreFields } from '../shapes/scores.ts';
import { RunsQuery } from './contract/lists.ts';
import { formatDuration, processingTimeMs, structuredMetadata } from './contract/parts.ts';
import type { RunType } from './run-type.ts';
import { listedServiceTypes, type Run, runStatuses } from './types.ts';

const RunStatus = Type.Enum(runStatuses, {
  $id: 'RunStatus',
  description: 'success, partial and failed are final.',
});
const ServiceType = Type.Enum([...listedServiceTypes], {
  $id: 'ServiceType',
  description: 'What is done: a speech analysis, or a CV match.',
});
const FailureCode = Type.Enum([...new Set([...speechFailureCodes, ...cvFailureCodes])], {
  $id: 'FailureCode',
  description: 'Why a run failed; explained at /docs/errors. New codes may come.',
});

const notKnown = 'Null where it is not known.';

const RunSummary = Type.Object(
  {
    id: text('Of the run: poll with it.'),
    externalId: orNull(text('Your own id, as sent. Null where none was sent.')),
    status: ref(RunStatus, 'Where the run stands.'),
    serviceType: ref(ServiceType, 'What is done.'),
    projectId: orNull(text('Project of the key that submitted it. Null where it has none.')),
    ...labels,
    createdAt: time('When it was submitted.'),
    processingTimeMs: orNull(
      whole(
        'Milliseconds from the start of processing to the end, without time in the queue. Null until it has ended.',
      ),
    ),
    audio: object('The recording; all null for a CV.', {
      durationMs: orNull(whole(`Its length in milliseconds. ${notKnown}`)),
      durationFormatted: orNull(text(`The same as minutes:seconds, rounded down. ${notKnown}`)),
      languageCode: orNull(text(`Language as detected, ISO 639-1. ${notKnown}`)),
      requestedLanguage: orNull(text(`Language that was asked for, ISO 639-1. ${notKnown}`)),
      speakerCount: orNull(whole(`How many people speak. ${notKnown}`)),
    }),
    scores: object('The scores of a recording; all null until it has some, and for a CV.', scoreFields),
    error: orNull(failure(FailureCode, 'Why it failed. Null unless it did.')),
  },
  { $id: 'RunSummary', description: 'A row of the list of runs.' },
);
type RunSummary = Static<typeof RunSummary>;

const RunsPage = Type.Object(
  {
    runs: listOf(RunSummary, 'The rows, newest first.'),
    pagination: object('Where this page stands.', {
      limit: whole('As asked for.'),
      offset: whole('As asked for.'),
      count: whole('Rows of this page.'),
      hasMore: flag('There are older runs.'),
      nextCursor: orNull(text('Send it as `cursor` to get the next page. Null on the last page.')),
    }),
    timestamp: answeredAt,
  },
  { $id: 'RunsPage', description: 'One page of runs.' },
);

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
export function presentRunSummary(run: Run, type: Pick<RunType, 'row'>): RunSummary {
  const spoken = run.summary === null ? undefined : type.row(run.summary).speech;
  return {
    id: run.id,
    externalId: run.externalId,
    status: run.status,
    // Of the public list; the console, which lists more, takes it from the run.
    serviceType: run.serviceType as RunSummary['serviceType'],
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

const run: RunSummary = {
  id: '0192f3a8-7c1e-7b3a-9d52-3f6a1c0e8b47',
  externalId: 'candidate-4711',
  status: 'success',
  serviceType: 'speech',
  projectId: null,
  metadata: { role: 'Support agent', round: '1' },
  tags: ['support', 'lisbon'],
  createdAt: '2026-11-23T09:29:12.000Z',
  processingTimeMs: 92_400,
  audio: {
    durationMs: 1_254_000,
    durationFormatted: '20:54',
    languageCode: 'en',
    requestedLanguage: 'en',
    speakerCount: 2,
  },
  scores: {
    vocabulary: 3.4,
    vocabularyCefr: 'B2',
    fluency: 3.6,
    fluencyCefr: 'B2',
    accent: 4.1,
    accentCefr: 'C1',
    overall: 3.7,
    cefrLevel: 'B2',
  },
  error: null,
};

export const runsContract = {
  list: {
    method: 'GET',
    url: '/speech/runs',
    operationId: 'listRuns',
    summary: 'List your runs, newest first',
    description:
      'Speech analyses and CV matches, as far as the key may use the module. All filters that are sent have to fit.',
    tag: 'Speech',
    permission: 'speech',
    query: RunsQuery,
    invalid: {
      status: 'INVALID_STATUS',
      serviceType: 'INVALID_SERVICE_TYPE',
      tags: 'INVALID_TAGS',
      externalId: 'INVALID_EXTERNAL_ID',
      createdAfter: 'INVALID_DATE',
      createdBefore: 'INVALID_DATE',
    },
    errors: ['INVALID_STATUS', 'INVALID_SERVICE_TYPE', 'INVALID_DATE', 'INVALID_TAGS', 'INVALID_EXTERNAL_ID'],
    answers: {
      200: answer(RunsPage, 'One page of runs.', {
        page: {
          runs: [run],
          pagination: { limit: 20, offset: 0, count: 1, hasMore: false, nextCursor: null },
          timestamp: '2026-11-23T09:30:00.000Z',
        },
      }),
    },
  },
} satisfies Record<string, Endpoint>;
