/** Webhooks as the console shows them. Times are ISO 8601 UTC. */

export const webhookEventNames = [
  'cvdeepmatch.finished',
  'cvdeepmatch.failed',
  'cvds.finished',
  'cvds.failed',
  'interview.completed',
] as const;
export type WebhookEventName = (typeof webhookEventNames)[number];

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'disabled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface SecretView {
  lastFour: string;
  createdAt: string;
  /** When it stops signing; null for the current one. */
  expiresAt: string | null;
}

export interface SecretsView {
  /** The client's own, newest first; empty: the installation's default signs. */
  items: SecretView[];
  overlapHours: { max: number; default: number };
}

/** The only time a new secret is given whole. */
export interface NewSecret {
  secret: string;
  info: SecretView;
}

export interface DeliveryRow {
  id: string;
  event: WebhookEventName;
  /** The run or session announced. */
  subjectId: string;
  url: string;
  status: DeliveryStatus;
  isTest: boolean;
  attempts: number;
  createdAt: string;
  nextAttemptAt: string | null;
  endedAt: string | null;
}

export interface DeliveryList {
  items: DeliveryRow[];
  /** Pass as `offset` for the next page; null at the end. */
  next: number | null;
}

export interface DeliveryAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: 'delivered' | 'status' | 'timeout' | 'dns' | 'refused_address' | 'tls' | 'connection' | 'unsigned';
  statusCode: number | null;
  remoteAddress: string | null;
  error: string | null;
  answerExcerpt: string | null;
}

export interface DeliveryDetails extends DeliveryRow {
  /** Exactly what is sent, JSON text. */
  body: string;
  /** The header beside the Standard Webhooks trio that carries the signature. */
  signatureHeader: string;
  log: DeliveryAttempt[];
}

export interface TestDelivery {
  delivery: DeliveryRow;
  attempt: DeliveryAttempt;
}

export interface DisabledAddresses {
  items: { url: string; disabledAt: string }[];
}
