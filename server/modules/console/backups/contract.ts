import { type Static, Type } from 'typebox';
import { type ContractOf, Nullable, NullableTime, Time } from '../shapes.ts';
import type { backupsAccess } from './access.ts';

/** A job that the server, or a command, does now and then. */
const Job = {
  /** One is at work. */
  isUnderWay: Type.Boolean(),
  /** Asked for or due, and no worker has begun yet. */
  isWaiting: Type.Boolean(),
  finishedAt: NullableTime,
  /** Why the last try failed; null once one has succeeded since. */
  error: Nullable(Type.String()),
};

export const BackupsAnswer = Type.Object({
  /** Where the server keeps its own; null: it makes none. */
  place: Nullable(Type.String()),
  everyMs: Type.Number(),
  keep: Type.Object({ count: Nullable(Type.Integer()), days: Nullable(Type.Integer()) }),
  /** `none`: the first is still to come; `off`: the server makes none. */
  timeliness: Type.Enum(['timely', 'late', 'none', 'off']),
  backup: Type.Object({
    ...Job,
    nextAt: NullableTime,
    /** The newest one. */
    newest: Nullable(
      Type.Object({
        id: Type.String(),
        takenAt: Time,
        files: Type.Integer(),
        sizeBytes: Type.Number(),
        addedBytes: Type.Number(),
      }),
    ),
  }),
  verification: Type.Object({
    ...Job,
    found: Nullable(
      Type.Object({
        backups: Type.Integer(),
        objects: Type.Integer(),
        bytes: Type.Number(),
        /** At most some; all are in the log of the command. */
        faults: Type.Array(Type.Object({ backupId: Type.String(), fault: Type.String() })),
      }),
    ),
  }),
  /** By "assay backup drill", which has the secret key; the server has not. */
  drill: Type.Object({
    finishedAt: NullableTime,
    error: Nullable(Type.String()),
    found: Nullable(
      Type.Object({
        backup: Type.String(),
        takenAt: Time,
        files: Type.Integer(),
        bytes: Type.Number(),
        runs: Type.Integer(),
        auditIntact: Type.Boolean(),
      }),
    ),
  }),
});
export type BackupsAnswer = Static<typeof BackupsAnswer>;

export const backupsContract = {
  'GET /installation/backups': { answer: BackupsAnswer },
  'POST /installation/backups': { answer: BackupsAnswer },
  'POST /installation/backups/verify': { answer: BackupsAnswer },
} as const satisfies ContractOf<typeof backupsAccess>;
