import { type Static, type TSchema, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { retentionKinds } from '../../runs/types.ts';
import { type ContractOf, closed, Nullable, NullableTime, Time } from '../shapes.ts';
import type { retentionAccess } from './access.ts';

const { min, max } = limits.retentionDays;

/** Kinds of data with a time of their own, in the order in which the page shows them. */
export const RetentionKind = Type.Enum(retentionKinds);
export type RetentionKind = Static<typeof RetentionKind>;

const ofEachKind = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({ audio: schema, transcripts: schema, cvs: schema, results: schema, runs: schema });
/** Days after a run's end; null: until a person deletes it. */
const Days = Nullable(Type.Integer());

/** The scheduled job that sees to it. */
export const Enforcement = Type.Object({
  startedAt: NullableTime,
  finishedAt: NullableTime,
  nextAt: NullableTime,
  /** Runs that lost something in the last round, by kind. */
  deleted: Nullable(ofEachKind(Type.Integer())),
  error: Nullable(Type.String()),
});
export type Enforcement = Static<typeof Enforcement>;

export const InstallationRetention = Type.Object({ days: ofEachKind(Days), enforcement: Enforcement });
export type InstallationRetention = Static<typeof InstallationRetention>;

const ClientRetentionRule = Type.Object({
  kind: RetentionKind,
  /** What holds. */
  days: Days,
  /** Set for this client; 'installation': it follows the installation. */
  own: Type.Union([Type.Integer(), Type.Null(), Type.Literal('installation')]),
  installation: Days,
});

export const ClientRetention = Type.Object({
  kinds: Type.Array(ClientRetentionRule),
  enforcement: Enforcement,
});
export type ClientRetention = Static<typeof ClientRetention>;

/**
 * What is absent stays as it is; 'installation' only for clients. Which kinds there are and what they may be is checked
 * by the service: the framework's validator would take 0 for null, and what keeps nothing would become what keeps
 * everything.
 */
export type RetentionChanges = Partial<Record<RetentionKind, number | null | 'installation'>>;
export const RetentionChanges = Type.Unsafe<RetentionChanges>(
  Type.Object({}, { additionalProperties: true }),
);

/** What a rule would delete in the next round. */
export const PreviewedRule = Type.Object(
  { kind: RetentionKind, days: Type.Integer({ minimum: min, maximum: max }) },
  closed,
);
export const RetentionPreview = Type.Object({ runs: Type.Integer(), oldestEndedAt: NullableTime });
export type RetentionPreview = Static<typeof RetentionPreview>;

/** What a run no longer has because its time was over. */
export const ExpiredPart = Type.Object({ kind: RetentionKind, deletedAt: Time, days: Type.Integer() });
export type ExpiredPart = Static<typeof ExpiredPart>;

export const retentionContract = {
  'GET /installation/retention': { answer: InstallationRetention },
  'PUT /installation/retention': {
    body: RetentionChanges,
    answer: InstallationRetention,
  },
  'POST /installation/retention/preview': {
    body: PreviewedRule,
    answer: RetentionPreview,
  },
  'GET /clients/:clientId/retention': { answer: ClientRetention },
  'PUT /clients/:clientId/retention': { body: RetentionChanges, answer: ClientRetention },
  'POST /clients/:clientId/retention/preview': {
    body: PreviewedRule,
    answer: RetentionPreview,
  },
} as const satisfies ContractOf<typeof retentionAccess>;
