import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import {
  type ContractOf,
  closed,
  Fault,
  IdempotencyHeader,
  Nullable,
  NullableText,
  Time,
} from '../shapes.ts';
import type { uploadsAccess } from './access.ts';

const Kind = Type.Enum(['cv', 'recording']);
const { uploadLists: uploads } = limits;

/** A file that a person has chosen. */
const Chosen = {
  kind: Kind,
  fileName: Type.String({ minLength: 1, maxLength: uploads.maxNameChars * 2 }),
  sizeBytes: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  /** Hex. */
  sha256: Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' }),
};
const files = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) =>
  Type.Array(schema, { minItems: 1, maxItems: uploads.maxFiles });

/** What there is of each already, before anything is spent. */
export const UploadQuestion = Type.Object(
  { jobId: NullableText, files: files(Type.Object(Chosen, closed)) },
  closed,
);
export const UploadKnown = Type.Object({
  /** In the order of the question; null: nothing. */
  known: Type.Array(
    Nullable(
      Type.Object({
        runId: Type.String(),
        createdAt: Time,
        person: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
      }),
    ),
  ),
});
export type UploadKnown = Static<typeof UploadKnown>;

export const NewUpload = Type.Object(
  {
    /** Null: into the pool. */
    jobId: NullableText,
    files: files(
      Type.Object(
        {
          ...Chosen,
          /** Of a recording. */
          language: NullableText,
          /** Whose recording it is. */
          candidate: NullableText,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type NewUpload = Static<typeof NewUpload>;

/** `waiting`: not sent; `refused`: sent and not taken. The others are states of its run. */
export const uploadStates = ['waiting', 'refused', 'queued', 'processing', 'done', 'failed'] as const;

export const UploadFile = Type.Object({
  id: Type.String(),
  kind: Kind,
  fileName: Type.String(),
  sizeBytes: Type.Integer(),
  language: Nullable(Type.String()),
  candidate: Nullable(Type.String()),
  state: Type.Enum([...uploadStates]),
  /** Why it was refused, or its run failed. */
  fault: Nullable(Fault),
  /** The same file would not be taken, or fail, again: people have to send another. */
  needsOtherFile: Type.Boolean(),
  runId: Nullable(Type.String()),
  person: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  /** 0–100 of a CV, 0–5 of speech; null without one. */
  score: Nullable(Type.Number()),
});
export type UploadFile = Static<typeof UploadFile>;

export const Upload = Type.Object({
  id: Type.String(),
  job: Nullable(Type.Object({ id: Type.String(), title: Nullable(Type.String()) })),
  author: Type.String(),
  createdAt: Time,
  files: Type.Array(UploadFile),
});
export type Upload = Static<typeof Upload>;

/** The newest first. */
export const UploadList = Type.Object({ uploads: Type.Array(Upload) });
export type UploadList = Static<typeof UploadList>;

/** The run that was made of a file. */
export const UploadTaken = Type.Object({ runId: Type.String() });

export const uploadsContract = {
  'GET /clients/:clientId/uploads': { answer: UploadList },
  'POST /clients/:clientId/uploads': { body: NewUpload, answer: Upload, status: 201 },
  'POST /clients/:clientId/uploads/check': { body: UploadQuestion, answer: UploadKnown },
  'DELETE /clients/:clientId/uploads/:uploadId': { answer: 'nothing' },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId': {
    headers: IdempotencyHeader,
    answer: UploadTaken,
    status: 202,
  },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId/again': {
    answer: UploadTaken,
    status: 202,
  },
} as const satisfies ContractOf<typeof uploadsAccess>;
