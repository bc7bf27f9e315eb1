import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import {
  type AttemptOutcome,
  type WebhookEvent,
  webhookEvents,
  webhookStatuses,
} from '../../webhooks/types.ts';
import { type ContractOf, closed, limitOf, Nullable, NullableTime, Offset, Time } from '../shapes.ts';
import type { webhooksAccess } from './access.ts';

const { secretOverlapHours, maxUrlChars } = limits.webhooks;
const Address = Type.String({ minLength: 1, maxLength: maxUrlChars });

const EventName = Type.Enum(Object.keys(webhookEvents) as WebhookEvent[]);
export type WebhookEventName = WebhookEvent;

const DeliveryStatus = Type.Enum(webhookStatuses);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

/** How long the old secret goes on signing beside the new one. */
export const SecretRotation = Type.Object(
  {
    overlapHours: Type.Number({
      minimum: 0,
      maximum: secretOverlapHours.max,
      default: secretOverlapHours.default,
    }),
  },
  closed,
);

const SecretView = Type.Object({
  lastFour: Type.String(),
  createdAt: Time,
  /** When it stops signing; null for the current one. */
  expiresAt: NullableTime,
});

export const SecretsView = Type.Object({
  /** The client's own, newest first; empty: the installation's default signs. */
  items: Type.Array(SecretView),
  overlapHours: Type.Object({ max: Type.Number(), default: Type.Number() }),
});
export type SecretsView = Static<typeof SecretsView>;

/** The only time a new secret is given whole. */
export const NewSecret = Type.Object({ secret: Type.String(), info: SecretView });
export type NewSecret = Static<typeof NewSecret>;

export const DeliveryRow = Type.Object({
  id: Type.String(),
  event: EventName,
  /** The run or session announced. */
  subjectId: Type.String(),
  url: Type.String(),
  status: DeliveryStatus,
  isTest: Type.Boolean(),
  attempts: Type.Integer(),
  createdAt: Time,
  nextAttemptAt: NullableTime,
  endedAt: NullableTime,
});
export type DeliveryRow = Static<typeof DeliveryRow>;

export const DeliveriesQuery = Type.Object({
  status: Type.Optional(DeliveryStatus),
  subjectId: Type.Optional(Type.String({ minLength: 1 })),
  limit: limitOf(limits.runsPage),
  offset: Offset,
});

export const DeliveryList = Type.Object({
  items: Type.Array(DeliveryRow),
  /** Pass as `offset` for the next page; null at the end. */
  next: Nullable(Type.Integer()),
});
export type DeliveryList = Static<typeof DeliveryList>;

export const DeliveryAttempt = Type.Object({
  number: Type.Integer(),
  startedAt: Time,
  durationMs: Type.Number(),
  outcome: Type.Unsafe<AttemptOutcome>(Type.String()),
  statusCode: Nullable(Type.Integer()),
  remoteAddress: Nullable(Type.String()),
  error: Nullable(Type.String()),
  answerExcerpt: Nullable(Type.String()),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const DeliveryDetails = Type.Object({
  ...DeliveryRow.properties,
  /** Exactly what is sent, JSON text. */
  body: Type.String(),
  /** The header beside the Standard Webhooks trio that carries the signature. */
  signatureHeader: Type.String(),
  log: Type.Array(DeliveryAttempt),
});
export type DeliveryDetails = Static<typeof DeliveryDetails>;

export const NewTest = Type.Object({ url: Address, event: EventName }, closed);
export const TestDelivery = Type.Object({ delivery: DeliveryRow, attempt: DeliveryAttempt });
export type TestDelivery = Static<typeof TestDelivery>;

export const EnabledAddress = Type.Object({ url: Address }, closed);
export const DisabledAddresses = Type.Object({
  items: Type.Array(Type.Object({ url: Type.String(), disabledAt: Time })),
});
export type DisabledAddresses = Static<typeof DisabledAddresses>;

export const webhooksContract = {
  'GET /installation/webhook-secret': { answer: NewSecret },
  'POST /installation/webhook-secret/rotate': { body: SecretRotation, answer: NewSecret },
  'GET /clients/:clientId/webhooks/secrets': { answer: SecretsView },
  'POST /clients/:clientId/webhooks/secrets/rotate': {
    body: SecretRotation,
    answer: NewSecret,
  },
  'GET /clients/:clientId/webhooks/deliveries': {
    query: DeliveriesQuery,
    answer: DeliveryList,
  },
  'GET /clients/:clientId/webhooks/deliveries/:messageId': { answer: DeliveryDetails },
  'POST /clients/:clientId/webhooks/deliveries/:messageId/resend': { answer: DeliveryRow },
  'POST /clients/:clientId/webhooks/test': { body: NewTest, answer: TestDelivery },
  'GET /clients/:clientId/webhooks/disabled': { answer: DisabledAddresses },
  'POST /clients/:clientId/webhooks/enable': {
    body: EnabledAddress,
    answer: DisabledAddresses,
  },
} as const satisfies ContractOf<typeof webhooksAccess>;
