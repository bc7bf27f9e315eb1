import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { type ContractOf, limitOf, Nullable, Time } from '../shapes.ts';
import type { auditAccess } from './access.ts';

const filters = {
  /** Exact action ("key.create") or the first part of it ("key"). */
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** In the actor's name or the target. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** Inclusive. */
  from: Type.Optional(Type.String({ format: 'date-time' })),
  /** Exclusive. */
  to: Type.Optional(Type.String({ format: 'date-time' })),
};

/** Newest first. */
export const AuditQuery = Type.Object({
  ...filters,
  cursor: Type.Optional(Type.String()),
  limit: limitOf(limits.auditPage),
});
export type AuditQuery = Static<typeof AuditQuery>;

/** Takes the filters of the list and answers a file. */
export const AuditExportQuery = Type.Object({
  ...filters,
  format: Type.Enum(['jsonl', 'csv'], { default: 'jsonl' }),
});
export type AuditFormat = Static<typeof AuditExportQuery>['format'];

export const AuditEntry = Type.Object({
  /** Position in the chain, from 1. */
  seq: Type.Integer(),
  at: Time,
  actor: Type.Object({
    kind: Type.Enum(['user', 'key', 'command', 'system']),
    id: Type.String(),
    name: Type.String(),
  }),
  action: Type.String(),
  clientId: Nullable(Type.String()),
  /** Null for the installation and for clients that are gone. */
  clientName: Nullable(Type.String()),
  target: Nullable(Type.String()),
  /** What the target is called today; null where it has no name, or is gone. */
  targetName: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
  ipAddress: Nullable(Type.String()),
  /** Of this entry and the one before, in hex. */
  hash: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditAnswer = Type.Object({
  items: Type.Array(AuditEntry),
  /** Send as `cursor` for the entries before; null at the beginning of the log. */
  next: Nullable(Type.String()),
});
export type AuditAnswer = Static<typeof AuditAnswer>;

export const AuditVerification = Type.Object({
  isIntact: Type.Boolean(),
  entries: Type.Integer(),
  /** Of the newest entry; null for an empty log. */
  head: Nullable(Type.String()),
  /** Where the chain breaks; null when it does not. */
  brokenAt: Nullable(Type.Integer()),
  /** In words, for people. */
  reason: Nullable(Type.String()),
});

export const auditContract = {
  'GET /installation/audit': { query: AuditQuery, answer: AuditAnswer },
  'GET /installation/audit/export': { query: AuditExportQuery, answer: 'raw' },
  'POST /installation/audit/verify': { answer: AuditVerification },
  'GET /clients/:clientId/audit': { query: AuditQuery, answer: AuditAnswer },
  'GET /clients/:clientId/audit/export': { query: AuditExportQuery, answer: 'raw' },
} as const satisfies ContractOf<typeof auditAccess>;
