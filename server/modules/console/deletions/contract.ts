import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import {
  type ContractOf,
  closed,
  limitOf,
  Nullable,
  NullableTime,
  Offset,
  RunStatus,
  Time,
} from '../shapes.ts';
import type { deletionsAccess } from './access.ts';

const { externalId, metadata, deletions: bounds } = limits;

const SubjectKind = Type.Enum(['run', 'externalId', 'metadata', 'candidate']);

/** Which fields belong together is checked by the route, so that a refusal can name the one that is missing. */
export const SentSubject = Type.Object(
  {
    kind: SubjectKind,
    runId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    candidateId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: externalId.maxChars * 2 })),
    key: Type.Optional(Type.String({ minLength: 1, maxLength: metadata.maxKeyChars * 2 })),
    value: Type.Optional(Type.String({ minLength: 1, maxLength: metadata.maxValueChars * 2 })),
  },
  closed,
);
export type SentSubject = Static<typeof SentSubject>;

export const PreviewedDeletion = Type.Object({ subject: SentSubject }, closed);
export const NewDeletion = Type.Object(
  { subject: SentSubject, note: Type.String({ maxLength: bounds.maxNoteChars * 2, default: '' }) },
  closed,
);

export const DeletionPreview = Type.Object({
  /** The oldest fifty. */
  runs: Type.Array(
    Type.Object({ id: Type.String(), serviceType: Type.String(), createdAt: Time, status: RunStatus }),
  ),
  count: Type.Integer(),
  /** Of them, those that are deleted only once they have ended. */
  underWay: Type.Integer(),
  files: Type.Integer(),
  sizeBytes: Type.Integer(),
  webhookMessages: Type.Integer(),
  /** Of CV search, under the same external id. */
  candidates: Type.Integer(),
  /** Rows of candidates' own records: notes, decisions, what they are found by. */
  recordRows: Type.Integer(),
});
export type DeletionPreview = Static<typeof DeletionPreview>;

export const Deletion = Type.Object({
  id: Type.String(),
  subjectKind: SubjectKind,
  /** The id of the run or candidate, or "sha256:…": the record does not keep what was deleted. */
  subject: Type.String(),
  note: Type.String(),
  requestedBy: Type.Object({ name: Type.String(), email: Type.String() }),
  status: Type.Enum(['open', 'done']),
  createdAt: Time,
  finishedAt: NullableTime,
  runCount: Type.Integer(),
  /** Of CV search, gone at once. */
  candidateCount: Type.Integer(),
  /** Rows of candidates' own records, likewise. */
  recordRows: Type.Integer(),
  doneCount: Type.Integer(),
  /** Hosts that have yet to look for intermediate files on their disks, once all else is gone. */
  waitsForMachines: Type.Array(Type.String()),
  certificateSha256: Nullable(Type.String()),
});
export type Deletion = Static<typeof Deletion>;

export const DeletionsQuery = Type.Object({
  limit: limitOf(limits.runsPage),
  offset: Offset,
  externalId: Type.Optional(Type.String({ minLength: 1 })),
});

export const DeletionList = Type.Object({
  items: Type.Array(Deletion),
  /** Send as `offset`; null at the end. */
  next: Nullable(Type.Integer()),
});
export type DeletionList = Static<typeof DeletionList>;

export const CertifiedRun = Type.Object({
  runId: Type.String(),
  serviceType: Type.String(),
  submittedAt: NullableTime,
  endedAt: NullableTime,
  resultSha256: Nullable(Type.String()),
  /** Rows by table. */
  rows: Type.Record(Type.String(), Type.Integer()),
  files: Type.Array(Type.Object({ name: Type.String(), sizeBytes: Type.Integer(), sha256: Type.String() })),
});
export type CertifiedRun = Static<typeof CertifiedRun>;

export const Certificate = Type.Object({
  /** Of its form: "assay-deletion-1". */
  certificate: Type.String(),
  deletionId: Type.String(),
  client: Type.Object({ id: Type.String(), name: Type.String() }),
  subject: Type.Object({ kind: SubjectKind, name: Type.String() }),
  note: Type.String(),
  requestedBy: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  requestedAt: Time,
  completedAt: Time,
  totals: Type.Object({
    runs: Type.Integer(),
    files: Type.Integer(),
    sizeBytes: Type.Integer(),
    rows: Type.Integer(),
    /** Of CV search; missing in certificates of earlier releases. */
    candidates: Type.Optional(Type.Integer()),
    /** Of candidates' own records; likewise. */
    recordRows: Type.Optional(Type.Integer()),
  }),
  runs: Type.Array(CertifiedRun),
  leftAfterwards: Type.Object({ rows: Type.Integer(), files: Type.Integer() }),
  freedSpace: Type.Enum(['overwritten', 'given back to the database']),
  kept: Type.Array(Type.String()),
  notCovered: Type.Array(Type.String()),
});
export type Certificate = Static<typeof Certificate>;

export const DeletionDetails = Type.Object({
  deletion: Deletion,
  /** Exactly the text that `certificateSha256` is of; null until all is deleted. */
  certificateText: Nullable(Type.String()),
  certificate: Nullable(Certificate),
});
export type DeletionDetails = Static<typeof DeletionDetails>;

export const deletionsContract = {
  'GET /clients/:clientId/deletions': { query: DeletionsQuery, answer: DeletionList },
  'POST /clients/:clientId/deletions': {
    body: NewDeletion,
    answer: Deletion,
    status: 202,
  },
  'POST /clients/:clientId/deletions/preview': {
    body: PreviewedDeletion,
    answer: DeletionPreview,
  },
  'GET /clients/:clientId/deletions/:deletionId': { answer: DeletionDetails },
} as const satisfies ContractOf<typeof deletionsAccess>;
