import type { Db } from '../../db/db.ts';

/**
 * Every event a receiver can get, with the header that carries its signature beside the Standard Webhooks trio. A
 * module that announces something new adds its event here and nowhere else.
 */
export const webhookEvents = {
  'cvdeepmatch.finished': { signatureHeader: 'X-CVDM-Signature', sampleStatus: 'finished' },
  'cvdeepmatch.failed': { signatureHeader: 'X-CVDM-Signature', sampleStatus: 'failed' },
  'cvds.finished': { signatureHeader: 'X-CVDM-Signature', sampleStatus: 'finished' },
  'cvds.failed': { signatureHeader: 'X-CVDM-Signature', sampleStatus: 'failed' },
  'interview.completed': { signatureHeader: 'X-Interview-Signature', sampleStatus: 'completed' },
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

/** What a module announces. The body sent is `{ event, id, status, ...data }`, fixed at this moment for all tries. */
export interface NewWebhook {
  clientId: string;
  /** As `checkUrl` answered it. */
  url: string;
  event: WebhookEvent;
  /** Id of the run or session: the body's `id`. */
  subjectId: string;
  /** The body's `status`. */
  status: string;
  /** Further members of the body, as a poll of the same run would show them; `event`, `id` and `status` are left out. */
  data: Record<string, unknown>;
}

/**
 * `pending`: a try is due or under way. `delivered`: answered 2xx. `failed`: every try was used up. `disabled`: the
 * receiver answered 410 Gone, now or to an earlier message for the same address.
 */
export const webhookStatuses = ['pending', 'delivered', 'failed', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** One message with its standing, without its body. Times are ISO 8601 UTC. */
export interface WebhookMessage {
  /** "msg_…": the `webhook-id` header, the same for every try, so that a receiver can tell repeats. */
  id: string;
  clientId: string;
  event: WebhookEvent;
  subjectId: string;
  url: string;
  status: WebhookStatus;
  /** Sent to try out a receiver; has no retries. */
  test: boolean;
  /** Tries made so far, those before a resend included. */
  attempts: number;
  createdAt: string;
  /** Null unless pending. */
  nextAttemptAt: string | null;
  endedAt: string | null;
}

/**
 * What became of one try. `refused_address`: the name led to an address that webhooks may not go to. `unsigned`: the
 * signing secret could not be read, nothing was sent.
 */
export type AttemptOutcome =
  | 'delivered'
  | 'status'
  | 'timeout'
  | 'dns'
  | 'refused_address'
  | 'tls'
  | 'connection'
  | 'unsigned';

/** One line of the delivery log. */
export interface WebhookAttempt {
  /** From 1. */
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: AttemptOutcome;
  /** HTTP status, null when there was no answer. */
  statusCode: number | null;
  /** Address connected to, null when it never came to that. */
  remoteAddress: string | null;
  /** What went wrong, in one sentence; null for a delivery. */
  error: string | null;
  /** Beginning of the answer's body, control characters removed. */
  answerExcerpt: string | null;
}

/** What a module may do with webhooks. */
export interface WebhookAnnouncer {
  /**
   * Judges a `webhook_url` without touching the network: HTTPS and a host that can be public, or what the
   * administrator allows besides. Answers the normalised URL to keep, or what it must be ("Must …").
   */
  checkUrl(url: string, clientId: string): { url: string } | { fault: string };
  /**
   * Puts a message into the outbox, inside the transaction that stores the result: both are kept or neither. At most
   * one message per subject and event; a repetition changes nothing and answers the first one's id. Delivery begins
   * once the transaction is committed.
   */
  enqueue(trx: Db, webhook: NewWebhook): Promise<{ messageId: string }>;
  /** The standing of the newest message about a subject; undefined when there is none (any more). */
  standing(request: { clientId: string; subjectId: string }): Promise<WebhookMessage | undefined>;
}

/** A signing secret as it may be shown; the whole text only where stated. */
export interface SecretInfo {
  lastFour: string;
  createdAt: string;
  /** When it stops signing; null for the current one. */
  expiresAt: string | null;
}

/**
 * For the command line and the console. ApiError NOT_FOUND for unknown ids everywhere; with a `clientId`, the ids of
 * other clients' messages are unknown.
 */
export interface WebhookAdmin {
  /** Newest first. */
  list(filter: {
    clientId?: string;
    status?: WebhookStatus;
    subjectId?: string;
    limit: number;
    offset: number;
  }): Promise<{ messages: WebhookMessage[]; hasMore: boolean }>;
  show(
    messageId: string,
    clientId?: string,
  ): Promise<{ message: WebhookMessage; body: string; attempts: WebhookAttempt[] }>;
  /**
   * Makes a message due at once with a fresh schedule, whatever became of it; same id and body, new timestamp. Lifts
   * the 410 of its address. ApiError INVALID_INPUT while a try is under way.
   */
  resend(messageId: string, clientId?: string): Promise<WebhookMessage>;
  /**
   * Sends a sample now, once, and waits for what comes of it; kept in the log as a test. ApiError INVALID_INPUT for a
   * URL that `checkUrl` refuses.
   */
  sendTest(request: {
    clientId: string;
    url: string;
    event: WebhookEvent;
  }): Promise<{ message: WebhookMessage; attempt: WebhookAttempt }>;
  /** Addresses that answered 410, oldest first. */
  disabledUrls(clientId?: string): Promise<{ clientId: string; url: string; disabledAt: string }[]>;
  /** Lets messages go to an address again that had answered 410. False when it had not. */
  enableUrl(request: { clientId: string; url: string }): Promise<boolean>;
  /** Newest first; empty when the installation's default secret signs for this client. */
  secrets(clientId: string): Promise<SecretInfo[]>;
  /**
   * Makes a new secret for a client (its first, or in place of the current one). The one that signed until now, be it
   * the default, goes on signing beside it for the overlap; older ones end. The only time the whole secret is given.
   */
  rotateSecret(clientId: string, overlapHours: number): Promise<{ secret: string; info: SecretInfo }>;
  /** The installation's default secret, made on first use. Whole: it signs for every client without a secret. */
  defaultSecret(): Promise<{ secret: string; info: SecretInfo }>;
  rotateDefaultSecret(overlapHours: number): Promise<{ secret: string; info: SecretInfo }>;
}

/** A message that this process may try until the lease ends. */
export interface LeasedWebhook {
  id: string;
  clientId: string;
  event: WebhookEvent;
  subjectId: string;
  url: string;
  /** Whose tries count together: a client at a host. */
  receiver: string;
  isTest: boolean;
  body: string;
  /** Tries made before this one: ever, and of the present schedule. */
  attempts: number;
  tries: number;
  leaseOwner: string;
}

/** For the process that delivers. */
export interface WebhookOutbox {
  /**
   * Leases the message that has been due longest, unless its receiver or client is among those named; two processes never
   * hold the same one. A lease that its process did not survive lapses after `limits.webhooks.leaseMs`, and the try
   * is made again: a receiver gets every message at least once.
   *
   * @param owner which process asks; `LeasedWebhook.leaseOwner` begins with it
   */
  claim(request: {
    owner: string;
    fullReceivers: readonly string[];
    fullClients: readonly string[];
  }): Promise<LeasedWebhook | undefined>;
  /** Every lease there is, so that those of dead processes need not lapse. */
  leases(): Promise<Pick<LeasedWebhook, 'id' | 'leaseOwner'>[]>;
  /**
   * One try: signs, sends, and stores what came of it. Undefined when the lease was lost meanwhile. Rejects when
   * `signal` aborts (release the message then) and when the database fails.
   */
  deliver(
    leased: LeasedWebhook,
    signal: AbortSignal,
  ): Promise<{ status: WebhookStatus; attempt: WebhookAttempt } | undefined>;
  /** Gives a message back untried: it is due at once. */
  release(leased: Pick<LeasedWebhook, 'id' | 'leaseOwner'>): Promise<void>;
  /** Removes messages that ended longer ago than they are kept; answers how many. */
  sweep(): Promise<number>;
}

export type WebhooksService = WebhookAnnouncer & WebhookAdmin & { readonly outbox: WebhookOutbox };
