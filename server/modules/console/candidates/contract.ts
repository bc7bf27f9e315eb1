import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { decisionKinds, stages, standings } from '../../../domain/candidates/decisions.ts';
import { likenesses } from '../../../domain/candidates/identity.ts';
import {
  type ContractOf,
  closed,
  limitOf,
  Nullable,
  NullableText,
  NullableTime,
  Offset,
  Time,
} from '../shapes.ts';
import type { candidatesAccess } from './access.ts';

export const StageName = Type.Enum([...stages]);
export const StandingName = Type.Enum([...standings]);
export type StageName = Static<typeof StageName>;
export type StandingName = Static<typeof StandingName>;

/** A CV match, a recording or an interview of a candidate. */
export const CandidateEntry = Type.Object({
  runId: Type.String(),
  kind: Type.Enum(['cv', 'recording', 'interview']),
  /** False for a CV that was read for no job: it has no page of its own. */
  hasPage: Type.Boolean(),
  /** Of runs; interviews have states. */
  status: Type.String(),
  /** The file, or what the interview is for; null where neither is known. */
  title: Nullable(Type.String()),
  job: Nullable(Type.Object({ id: Type.String(), title: Nullable(Type.String()) })),
  externalId: Nullable(Type.String()),
  /** 0–100 of a CV, 0–5 of speech; null without one. */
  score: Nullable(Type.Number()),
  cefr: Nullable(Type.String()),
  /** Why it failed, in a sentence; null where it did not. */
  failure: NullableText,
  createdAt: Time,
  endedAt: NullableTime,
});
export type CandidateEntry = Static<typeof CandidateEntry>;

const facts = {
  id: Type.String(),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  externalIds: Type.Array(Type.String()),
  /** Of the newest entry that has one: tells people apart of whom nothing else is known. */
  newestTitle: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  stage: StageName,
  standing: StandingName,
  version: Type.Integer(),
  createdAt: Time,
  activeAt: Time,
};

export const CandidateRow = Type.Object({
  ...facts,
  /** How many there are of each. */
  counts: Type.Object({ cv: Type.Integer(), recording: Type.Integer(), interview: Type.Integer() }),
  /** The best there is; null without one. */
  bestCv: Nullable(Type.Number()),
  bestSpeech: Nullable(Type.Number()),
});
export type CandidateRow = Static<typeof CandidateRow>;

export const CandidatesQuery = Type.Object({
  limit: limitOf(limits.candidatesPage),
  offset: Offset,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  stage: Type.Optional(StageName),
  standing: Type.Optional(StandingName),
  doubled: Type.Optional(Type.Boolean()),
  sort: Type.Enum(['active', 'name', 'made'], { default: 'active' }),
  direction: Type.Enum(['asc', 'desc'], { default: 'desc' }),
});

export const CandidateList = Type.Object({
  items: Type.Array(CandidateRow),
  total: Type.Integer(),
  /** Send as `offset`; null at the end. */
  next: Nullable(Type.Integer()),
});
export type CandidateList = Static<typeof CandidateList>;

export const CandidateNote = Type.Object({
  id: Type.String(),
  text: Type.String(),
  author: Type.String(),
  isOwn: Type.Boolean(),
  createdAt: Time,
});
export type CandidateNote = Static<typeof CandidateNote>;

const State = Type.Object({ stage: StageName, standing: StandingName });
export const CandidateDecision = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...decisionKinds]),
  reason: Type.String(),
  from: State,
  to: State,
  author: Type.String(),
  createdAt: Time,
  undone: Nullable(Type.Object({ at: Time, by: Type.String() })),
});
export type CandidateDecision = Static<typeof CandidateDecision>;

export const CandidateDetails = Type.Object({
  ...facts,
  /** The newest first. */
  entries: Type.Array(CandidateEntry),
  /** Entries of CV search under the same ids. */
  corpora: Type.Array(Type.Object({ corpusId: Type.String(), externalId: Type.String() })),
  notes: Type.Array(CandidateNote),
  decisions: Type.Array(CandidateDecision),
  merged: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      externalIds: Type.Array(Type.String()),
      mergedAt: Time,
      mergedBy: Nullable(Type.String()),
      runs: Type.Integer(),
    }),
  ),
  proposals: Type.Array(
    Type.Object({
      id: Type.String(),
      likeness: Type.Enum([...likenesses]),
      other: Type.Object({
        id: Type.String(),
        name: Nullable(Type.String()),
        email: Nullable(Type.String()),
        externalIds: Type.Array(Type.String()),
        runs: Type.Integer(),
      }),
    }),
  ),
});
export type CandidateDetails = Static<typeof CandidateDetails>;

const tags = Type.Array(Type.String(), { maxItems: 100 });
export const NewCandidateRecord = Type.Object(
  { name: NullableText, email: NullableText, phone: NullableText, externalId: NullableText, tags },
  closed,
);
export const CandidateMade = Type.Object({ id: Type.String() });

/** Which state of the candidate has been seen: what another person has changed since is not overwritten. */
const version = Type.Integer();
export const SeenVersion = Type.Object({ version }, closed);
export const CandidateChange = Type.Object(
  {
    version,
    name: Type.Optional(NullableText),
    email: Type.Optional(NullableText),
    phone: Type.Optional(NullableText),
    tags: Type.Optional(tags),
  },
  closed,
);
export const NewNote = Type.Object(
  { text: Type.String({ maxLength: limits.candidates.maxNoteChars * 2 }) },
  closed,
);
export const NewDecision = Type.Object(
  {
    version,
    kind: Type.Enum([...decisionKinds]),
    reason: Type.String({ maxLength: limits.candidates.maxReasonChars * 2, default: '' }),
    /** Of a move. */
    stage: Type.Optional(StageName),
  },
  closed,
);

/** Candidates of a list, each in the state that was seen. */
const seen = Type.Array(Type.Object({ id: Type.String(), version }, closed), {
  minItems: 1,
  maxItems: limits.candidates.maxTogether,
});
export const SeenCandidates = Type.Object({ candidates: seen }, closed);
const { version: _, ...decision } = NewDecision.properties;
export const NewDecisions = Type.Object({ candidates: seen, ...decision }, closed);

/** What became of each: a fault of one does not keep the others from being decided. */
export const DecisionsTaken = Type.Object({
  done: Type.Array(Type.Object({ id: Type.String(), version: Type.Integer() })),
  refused: Type.Array(
    Type.Object({ id: Type.String(), name: Nullable(Type.String()), message: Type.String() }),
  ),
});
export type DecisionsTaken = Static<typeof DecisionsTaken>;

export const CandidateMerge = Type.Object({ version, otherId: Type.String() }, closed);
export const CandidateSeparation = Type.Object({ version, recordId: Type.String() }, closed);
export const CandidateSplit = Type.Object(
  { version, runIds: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) },
  closed,
);
export const CandidateEntryAdded = Type.Object({ version, runId: Type.String() }, closed);

export const CandidatesCsv = Type.Object(
  { csv: Type.String({ minLength: 1, maxLength: limits.candidates.maxImportBytes }) },
  closed,
);
export const CandidatesImported = Type.Object({
  added: Type.Integer(),
  completed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
});
export type CandidatesImported = Static<typeof CandidatesImported>;

/** One of the two. */
export const CandidateOfQuery = Type.Object({
  run: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  externalId: Type.Optional(Type.String({ minLength: 1, maxLength: limits.externalId.maxChars * 2 })),
});
export const CandidateOf = Type.Object({
  candidate: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
});

export const candidatesContract = {
  'GET /clients/:clientId/candidates': {
    query: CandidatesQuery,
    answer: CandidateList,
  },
  'POST /clients/:clientId/candidates': {
    body: NewCandidateRecord,
    answer: CandidateMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/decisions': {
    body: NewDecisions,
    answer: DecisionsTaken,
  },
  'POST /clients/:clientId/candidates/decisions/undo': {
    body: SeenCandidates,
    answer: DecisionsTaken,
  },
  'POST /clients/:clientId/candidates/import/check': {
    body: CandidatesCsv,
    answer: CandidatesImported,
  },
  'POST /clients/:clientId/candidates/import': {
    body: CandidatesCsv,
    answer: CandidatesImported,
  },
  'GET /clients/:clientId/candidate-of': {
    query: CandidateOfQuery,
    answer: CandidateOf,
  },
  'GET /clients/:clientId/candidates/:candidateId': { answer: CandidateDetails },
  'PATCH /clients/:clientId/candidates/:candidateId': {
    body: CandidateChange,
    answer: CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/notes': {
    body: NewNote,
    answer: CandidateDetails,
    status: 201,
  },
  'DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId': { answer: 'nothing' },
  'POST /clients/:clientId/candidates/:candidateId/decisions': {
    body: NewDecision,
    answer: CandidateDetails,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': {
    body: SeenVersion,
    answer: CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/merge': {
    body: CandidateMerge,
    answer: CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/separate': {
    body: CandidateSeparation,
    answer: CandidateMade,
  },
  'POST /clients/:clientId/candidates/:candidateId/split': {
    body: CandidateSplit,
    answer: CandidateMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss': {
    answer: CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/entries': {
    body: CandidateEntryAdded,
    answer: CandidateDetails,
  },
} as const satisfies ContractOf<typeof candidatesAccess>;
