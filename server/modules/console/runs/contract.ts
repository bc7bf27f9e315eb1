import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { reportLanguages, reportReaders } from '../../../domain/report/types.ts';
import type { CutPoints } from '../../../domain/scoring/calibration.ts';
import { RunsQuery } from '../../runs/contract/lists.ts';
import type { RowScores } from '../../shapes/scores.ts';
import type { Analysis, OverallAnalysis } from '../../speech/contract/analysis.ts';
import type { AnyDimension, ScoredDimension } from '../../speech/contract/dimensions.ts';
import type { FailedRun, FinishedRun, PollResponse } from '../../speech/contract/run.ts';
import { ExpiredPart } from '../retention/contract.ts';
import {
  type ContractOf,
  closed,
  Fault,
  Named,
  Nullable,
  NullableTime,
  RunStatus,
  ServiceTypeName,
  Time,
} from '../shapes.ts';
import type { runsAccess } from './access.ts';

export type { RunStatus };

const NullableNumber = Nullable(Type.Number());
const NullableText = Nullable(Type.String());

const { offset: _, ...filters } = RunsQuery.properties;

/** The list endpoint's filters, and those of people who look for something. */
export const BrowseQuery = Type.Object({
  ...filters,
  search: Type.Optional(Type.String({ maxLength: limits.externalId.maxChars })),
  playground: Type.Enum(['without', 'only', 'with'], { default: 'with' }),
  cursor: Type.Optional(Type.String()),
  sort: Type.Enum(['submitted', 'overall', 'vocabulary', 'fluency', 'accent', 'audio'], {
    default: 'submitted',
  }),
  direction: Type.Enum(['asc', 'desc'], { default: 'desc' }),
});

export const RunRow = Type.Object({
  id: Type.String(),
  externalId: NullableText,
  status: RunStatus,
  serviceType: ServiceTypeName,
  createdAt: Time,
  processingTimeMs: NullableNumber,
  /** 0–1, of the step under way; null unless it is being processed. */
  progress: Nullable(Type.Object({ step: Type.String(), fraction: Type.Number() })),
  audio: Type.Object({
    durationMs: NullableNumber,
    languageCode: NullableText,
    requestedLanguage: NullableText,
    speakerCount: NullableNumber,
  }),
  scores: Type.Unsafe<RowScores>(Type.Record(Type.String(), Type.Unknown())),
  error: Nullable(Fault),
  tags: Type.Array(Type.String()),
  project: Nullable(Named),
  isPlayground: Type.Boolean(),
  /** Of the file as it was sent. */
  fileName: NullableText,
});
export type RunRow = Static<typeof RunRow>;

export const RunsAnswer = Type.Object({
  items: Type.Array(RunRow),
  /** Send as `cursor` for those that come after; null at the end. */
  next: NullableText,
  /** How many runs the whole filter finds. */
  total: Type.Integer(),
});
export type RunsAnswer = Static<typeof RunsAnswer>;

const StepReport = Type.Object({
  step: Type.String(),
  status: Type.Enum(['ok', 'degraded', 'failed']),
  code: NullableText,
  message: NullableText,
  durationMs: Type.Number(),
});

export type { Analysis, AnyDimension as Dimension, FailedRun, FinishedRun, ScoredDimension };
/** What a poll answers. */
export type RunAnswer = Static<typeof PollResponse>;

export const StepProgress = Type.Object({
  step: Type.String(),
  /** As a person reads it, e.g. "writing down what was said". */
  name: Type.String(),
  /** From 1. */
  number: Type.Integer(),
  count: Type.Integer(),
  /** 0–1 of this step. */
  fraction: Type.Number(),
  /** 0–1 of the whole. */
  share: Type.Number(),
});
export type StepProgress = Static<typeof StepProgress>;

/** A person named another candidate: the run is scored again. */
export const NewCandidate = Type.Object(
  {
    /** e.g. "S1". */
    speaker: Type.String({ minLength: 1, maxLength: 40 }),
  },
  closed,
);

export const RescoringState = Type.Object({
  id: Type.String(),
  /** Whom a person named, e.g. "S1". */
  speaker: Type.String(),
  status: Type.Enum(['open', 'done', 'failed']),
  createdAt: Time,
  finishedAt: NullableTime,
  /** Why the earlier result stayed. */
  error: Nullable(Fault),
});
export type RescoringState = Static<typeof RescoringState>;

/** One server-sent event of a run. The stream ends with the run, and with its rescoring where one is under way. */
export const RunEvent = Type.Object({
  status: RunStatus,
  /** Null before the first step and after the last. */
  progress: Nullable(StepProgress),
  /** Null unless it is queued. */
  queuePosition: Nullable(Type.Integer()),
  /** Until the end, learnt from past runs; null once it has ended. */
  estimatedSeconds: Nullable(Type.Number()),
  error: Nullable(Fault),
  rescoring: Nullable(RescoringState),
});
export type RunEvent = Static<typeof RunEvent>;

export const RunDetail = Type.Object({
  run: RunRow,
  startedAt: NullableTime,
  finishedAt: NullableTime,
  /** Held while it is under way, charged at its end. */
  credits: Type.Object({ held: Type.Number(), charged: NullableNumber }),
  /** Each step that has finished, in order. */
  steps: Type.Array(StepReport),
  /** Whether the recording can still be listened to. */
  hasRecording: Type.Boolean(),
  /** Of the latest wish to score another speaker; null where there was none. */
  rescoring: Nullable(RescoringState),
  /** Why no other speaker can be scored; null: it depends on the speaker. */
  rescoringObstacle: NullableText,
  /** Who could be the candidate instead, each with why scoring them would fail. */
  rescorableSpeakers: Type.Array(
    Type.Object({ id: Type.String(), label: Type.String(), obstacle: NullableText }),
  ),
  /** Results that were replaced since, oldest first. */
  earlierResults: Type.Array(Type.Object({ version: Type.Integer(), replacedAt: Time })),
  overall: Nullable(Type.Unsafe<OverallAnalysis>(Type.Object({}))),
  /** What was deleted because the time that it is kept was over. */
  expired: Type.Array(ExpiredPart),
  /** Where each level of the 0–5 scale ends. */
  cutPoints: Type.Unsafe<CutPoints>(Type.Unknown()),
  /** What a poll of the API answers for this run, but for cut audio. */
  answer: Type.Unsafe<RunAnswer>(Type.Object({})),
});
export type RunDetail = Static<typeof RunDetail>;

export const PeaksAnswer = Type.Object({
  durationMs: Type.Number(),
  /** Loudest sample of each of equally long stretches, in percent of full scale. */
  peaks: Type.Array(Type.Number()),
});
export type PeaksAnswer = Static<typeof PeaksAnswer>;

/** Which report of a run, as a file. */
export const ReportQuery = Type.Object({
  for: Type.Enum([...reportReaders]),
  language: Type.Enum([...reportLanguages], { default: 'en' }),
  format: Type.Enum(['html', 'pdf']),
  /** The level is compared with what this job asks for. */
  jobId: Type.Optional(Type.String()),
});

export const runsContract = {
  'GET /clients/:clientId/runs': { query: BrowseQuery, answer: RunsAnswer },
  'GET /clients/:clientId/runs/:runId': { answer: RunDetail },
  'GET /clients/:clientId/runs/:runId/report': { query: ReportQuery, answer: 'raw' },
  'GET /clients/:clientId/runs/:runId/audio': { answer: 'raw' },
  'GET /clients/:clientId/runs/:runId/peaks': { answer: PeaksAnswer },
  'GET /clients/:clientId/runs/:runId/events': { answer: 'raw' },
  'POST /clients/:clientId/runs/:runId/candidate': {
    body: NewCandidate,
    answer: RescoringState,
    status: 202,
  },
} as const satisfies ContractOf<typeof runsAccess>;
