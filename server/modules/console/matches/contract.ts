import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { Box, CvPage, CvProfile } from '../../../domain/cv/types.ts';
import type { MatchScore, Met } from '../../../domain/matching/types.ts';
import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import { shownStatuses } from '../../runs/types.ts';
import { StageName, StandingName } from '../candidates/contract.ts';
import { ExpiredPart } from '../retention/contract.ts';
import {
  type ContractOf,
  Fault,
  IdempotencyHeader,
  limitOf,
  Nullable,
  NullableTime,
  Offset,
  Time,
} from '../shapes.ts';
import type { matchesAccess } from './access.ts';

export const MatchStatus = Type.Enum(shownStatuses);
export type MatchStatus = Static<typeof MatchStatus>;

const MatchProgress = Type.Object({
  /** What is being done, e.g. "reading the CV". */
  label: Type.String(),
  /** From 1. */
  step: Type.Integer(),
  steps: Type.Integer(),
});

/** A CV match as lists show it. */
export const MatchRow = Type.Object({
  id: Type.String(),
  status: MatchStatus,
  /** 0–100; null until it is finished. */
  score: Nullable(Type.Number()),
  /** As the CV gives it; null where it could not be read or is no longer kept. */
  candidateName: Nullable(Type.String()),
  fileName: Nullable(Type.String()),
  /** How far the candidate is; null while nothing says whose the CV is. */
  person: Nullable(
    Type.Object({ id: Type.String(), stage: StageName, standing: StandingName, version: Type.Integer() }),
  ),
  job: Type.Object({
    /** Null where the job was sent with the CV and is not in the catalogue. */
    id: Nullable(Type.String()),
    /** The version it was matched with, where that is known. */
    version: Nullable(Type.Integer()),
    positionId: Nullable(Type.String()),
    title: Type.String(),
  }),
  /** How many requirements got which verdict. */
  verdicts: Nullable(Type.Unsafe<Record<Met, number>>(Type.Record(Type.String(), Type.Integer()))),
  /** An unmet minimal qualification lowered the score. */
  isCapped: Type.Boolean(),
  error: Nullable(Fault),
  progress: Nullable(MatchProgress),
  createdAt: Time,
  finishedAt: NullableTime,
});
export type MatchRow = Static<typeof MatchRow>;

const { cvPage } = limits;
/** A page of ids as this server makes them, with room to spare. */
const maxIdsChars = cvPage.max * 64;

export const MatchesQuery = Type.Object({
  /** Separated by commas: these matches only. */
  ids: Type.Optional(Type.String({ minLength: 1, maxLength: maxIdsChars })),
  jobId: Type.Optional(Type.String({ minLength: 1 })),
  /** A part of the candidate's name or of the file's, in either case; or how the match's id begins. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  status: Type.Optional(MatchStatus),
  order: Type.Enum(['newest', 'rank'], { default: 'newest' }),
  limit: limitOf(cvPage),
  offset: Offset,
});

export const MatchList = Type.Object({
  items: Type.Array(MatchRow),
  /** Pass as `offset` for the next page; null at the end. */
  next: Nullable(Type.Integer()),
});
export type MatchList = Static<typeof MatchList>;

export const MatchResultView = Type.Object({
  match: Type.Unsafe<MatchScore>(Type.Object({})),
  profile: Type.Unsafe<CvProfile>(Type.Object({})),
  pages: Type.Unsafe<CvPage[]>(Type.Array(Type.Object({}))),
  /** Written by a language model; null where none is configured. */
  narrative: Nullable(Type.Object({ summary: Type.String(), model: Type.String() })),
  warnings: Type.Array(Type.String()),
});
export type MatchResultView = Static<typeof MatchResultView>;

/** Everything known of a match. */
export const MatchDetails = Type.Object({
  ...MatchRow.properties,
  /** The job as it stood when the CV was submitted. */
  description: Type.String(),
  config: Type.Unsafe<RequirementsConfig>(Type.Object({})),
  /** The job's newest version; null for a job that is not in the catalogue. */
  currentJobVersion: Nullable(Type.Integer()),
  /** Null until it is finished, and once it is no longer kept. */
  result: Nullable(MatchResultView),
  /** Of the CV's file; null once it is not kept. */
  cvKind: Nullable(Type.Enum(['pdf', 'docx'])),
  /** What is missing because the time that it is kept was over. */
  expired: Type.Array(ExpiredPart),
  creditsCharged: Nullable(Type.Number()),
  processingTimeMs: Nullable(Type.Number()),
  tags: Type.Array(Type.String()),
  metadata: Type.Record(Type.String(), Type.Unknown()),
});
export type MatchDetails = Static<typeof MatchDetails>;

/** What was read in a CV, line by line: for a Word file, whose pages only we have set. */
export const CvText = Type.Object({
  lines: Type.Array(
    Type.Object({
      /** From 1. */
      page: Type.Integer(),
      box: Type.Unsafe<Box>(Type.Object({})),
      /** From the left; `x` and `width` as in `box`. */
      words: Type.Array(Type.Object({ text: Type.String(), x: Type.Number(), width: Type.Number() })),
      fontSizePt: Type.Number(),
      isBold: Type.Boolean(),
      isBullet: Type.Boolean(),
    }),
  ),
});
export type CvText = Static<typeof CvText>;

/** One server-sent event of a match under way; the last one has an end state. */
export const MatchEvent = Type.Object({
  status: MatchStatus,
  score: Nullable(Type.Number()),
  progress: Nullable(MatchProgress),
  /** Its place in the client's line while queued. */
  queuePosition: Nullable(Type.Integer()),
});
export type MatchEvent = Static<typeof MatchEvent>;

export const matchesContract = {
  'GET /clients/:clientId/matches': { query: MatchesQuery, answer: MatchList },
  'POST /clients/:clientId/matches': {
    // One per chosen file: sent again after a lost answer, the match is the first one.
    headers: IdempotencyHeader,
    answer: MatchRow,
    status: 202,
  },
  'GET /clients/:clientId/matches/:runId': { answer: MatchDetails },
  'GET /clients/:clientId/matches/:runId/cv': { answer: 'raw' },
  'GET /clients/:clientId/matches/:runId/cv/text': { answer: CvText },
  'GET /clients/:clientId/matches/:runId/events': { answer: 'raw' },
} as const satisfies ContractOf<typeof matchesAccess>;
