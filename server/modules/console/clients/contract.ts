import { type Static, type TSchema, Type } from 'typebox';
import { accentUses } from '../../../domain/scoring/overall.ts';
import { modulePermissions } from '../../identity/types.ts';
import { roles } from '../route-access.ts';
import { type ContractOf, closed, Nullable, NullableNumber, Time } from '../shapes.ts';
import type { clientsAccess } from './access.ts';

export const Role = Type.Enum(roles);

export const ModulePermission = Type.Enum(modulePermissions);
export type ModulePermission = Static<typeof ModulePermission>;

const priced = <Schema extends TSchema>(schema: Schema) => ({
  speechPerStartedMinute: schema,
  cvMatch: schema,
  cvSearch: schema,
  interviewPerStartedMinute: schema,
});
export const Prices = Type.Object(priced(Type.Number()));
export type Prices = Static<typeof Prices>;
export type PriceItem = keyof Prices;
/** Null: the price of the installation. */
export const OwnPrices = Type.Object(priced(NullableNumber), closed);
export type OwnPrices = Static<typeof OwnPrices>;

/** What the person may open, oldest first. */
export const ClientRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean(),
  role: Role,
  creditBalance: Type.Number(),
  permissions: Type.Array(ModulePermission),
  createdAt: Time,
});
export type ClientRow = Static<typeof ClientRow>;

export const ClientsAnswer = Type.Object({ items: Type.Array(ClientRow), next: Type.Null() });
export type ClientsAnswer = Static<typeof ClientsAnswer>;

/** `GET /clients/:clientId`, and the answer to every change of it. */
export const ClientAnswer = Type.Object({
  ...ClientRow.properties,
  multilingual: Type.Boolean(),
  maxConcurrentRuns: Type.Integer(),
  /** Requests per minute of all its keys together; null: only each key's own limit. */
  rateLimitPerMinute: Nullable(Type.Number()),
  /** Longest life, from today, that its own people can give a key; null: as long as they like. */
  maxKeyDays: Nullable(Type.Number()),
  /** What becomes of accent in the results of recordings that are submitted from now on. */
  accentUse: Type.Enum(accentUses),
  /** What it pays for a run submitted now. */
  prices: Prices,
  ownPrices: OwnPrices,
  installationPrices: Prices,
});
export type ClientAnswer = Static<typeof ClientAnswer>;

export const NewClient = Type.Object(
  {
    name: Type.String(),
    credits: Type.Number(),
    permissions: Type.Array(ModulePermission),
    multilingual: Type.Boolean(),
  },
  closed,
);
export type NewClient = Static<typeof NewClient>;

export const ClientChanges = Type.Object(
  {
    name: Type.Optional(Type.String()),
    isActive: Type.Optional(Type.Boolean()),
    permissions: Type.Optional(Type.Array(ModulePermission)),
    multilingual: Type.Optional(Type.Boolean()),
    maxConcurrentRuns: Type.Optional(Type.Number()),
    rateLimitPerMinute: Type.Optional(NullableNumber),
    maxKeyDays: Type.Optional(NullableNumber),
    accentUse: Type.Optional(Type.Enum(accentUses)),
  },
  closed,
);
export type ClientChanges = Static<typeof ClientChanges>;

export const clientsContract = {
  'GET /clients': { answer: ClientsAnswer },
  'POST /clients': { body: NewClient, answer: ClientAnswer, status: 201 },
  'GET /clients/:clientId': { answer: ClientAnswer },
  'PATCH /clients/:clientId': { body: ClientChanges, answer: ClientAnswer },
  'PUT /clients/:clientId/prices': { body: OwnPrices, answer: ClientAnswer },
} as const satisfies ContractOf<typeof clientsAccess>;
