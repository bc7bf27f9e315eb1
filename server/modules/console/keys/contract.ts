import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { ModulePermission } from '../clients/contract.ts';
import {
  type ContractOf,
  closed,
  Named,
  Nullable,
  NullableNumber,
  NullableText,
  NullableTime,
  Time,
} from '../shapes.ts';
import type { keysAccess } from './access.ts';

/** CIDR blocks and addresses; empty: from everywhere. */
const AllowList = Type.Array(Type.String({ maxLength: limits.console.maxAllowListEntryChars }), {
  maxItems: limits.identity.maxAllowedIps,
});

export const KeyState = Type.Enum(['valid', 'expiring', 'expired', 'revoked']);
export type KeyState = Static<typeof KeyState>;

export const KeyRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** "assay_api_…9fQ2". */
  masked: Type.String(),
  project: Nullable(Named),
  state: KeyState,
  /** What both the key and its client may. */
  permissions: Type.Array(ModulePermission),
  /** CIDR blocks; empty: from everywhere. */
  allowedIps: Type.Array(Type.String()),
  rateLimitPerMinute: Type.Number(),
  /** Set by an owner of the installation: the client's own people cannot lift it. */
  fixed: Type.Object({ rate: Type.Boolean(), expiry: Type.Boolean() }),
  createdAt: Time,
  expiresAt: NullableTime,
  revokedAt: NullableTime,
  lastUsedAt: NullableTime,
});
export type KeyRow = Static<typeof KeyRow>;

/** Newest first. */
export const KeysAnswer = Type.Object({
  items: Type.Array(KeyRow),
  next: Type.Null(),
  /** Runs that each key has submitted in the last `keyUseDays` days, by the key's id; none: not in it. */
  submitted: Type.Record(Type.String(), Type.Integer()),
});
export type KeysAnswer = Static<typeof KeysAnswer>;

/** Its permissions are the client's, now and later. */
export const NewKey = Type.Object(
  {
    name: Type.String(),
    projectId: NullableText,
    /** 1–365; null: never. */
    expiresInDays: NullableNumber,
    allowedIps: AllowList,
    rateLimitPerMinute: Type.Number(),
  },
  closed,
);
export type NewKey = Static<typeof NewKey>;

export const KeyChanges = Type.Object(
  {
    name: Type.Optional(Type.String()),
    projectId: Type.Optional(NullableText),
    allowedIps: Type.Optional(AllowList),
    rateLimitPerMinute: Type.Optional(Type.Number()),
  },
  closed,
);
export type KeyChanges = Static<typeof KeyChanges>;

/** Null: never ends. */
export const KeyExtension = Type.Object({ days: NullableNumber }, closed);
/** How long the old key works beside the new one. */
export const KeyRotation = Type.Object({ overlapHours: Type.Number() }, closed);

/** Of create and rotate: the only time that the key itself is shown. */
export const KeyMade = Type.Object({ key: KeyRow, apiKey: Type.String() });
export type KeyMade = Static<typeof KeyMade>;

export const CheckedAllowList = Type.Object({ allowedIps: AllowList }, closed);

const given = Type.String();
export const AllowListAnswer = Type.Object({
  entries: Type.Array(
    Type.Union([Type.Object({ given, cidr: Type.String() }), Type.Object({ given, fault: Type.String() })]),
  ),
  /** Where this request came from, and whether a key with this list would work from there. */
  yourAddress: Type.String(),
  includesYou: Type.Boolean(),
});
export type AllowListAnswer = Static<typeof AllowListAnswer>;

export const keysContract = {
  'GET /clients/:clientId/keys': { answer: KeysAnswer },
  'POST /clients/:clientId/keys': { body: NewKey, answer: KeyMade, status: 201 },
  'POST /clients/:clientId/keys/check': { body: CheckedAllowList, answer: AllowListAnswer },
  'PATCH /clients/:clientId/keys/:keyId': { body: KeyChanges, answer: KeyRow },
  'POST /clients/:clientId/keys/:keyId/revoke': { answer: KeyRow },
  'POST /clients/:clientId/keys/:keyId/extend': { body: KeyExtension, answer: KeyRow },
  'POST /clients/:clientId/keys/:keyId/rotate': {
    body: KeyRotation,
    answer: KeyMade,
    status: 201,
  },
} as const satisfies ContractOf<typeof keysAccess>;
