import type { Generated } from 'kysely';

/** The outbox: written in the transaction of the result it announces. */
export interface WebhookMessagesTable {
  id: string;
  /** Order of announcement within the installation. */
  sequence: Generated<number>;
  client_id: string;
  event: string;
  /** The run or session announced. */
  subject_id: string;
  url: string;
  /** "<client>@<host and port>": tries to one receiver are few at a time. */
  receiver: string;
  status: 'pending' | 'delivered' | 'failed' | 'disabled';
  is_test: number;
  /** Tries ever made; numbers the log. */
  attempts: number;
  /** Tries of the present schedule, which a resend begins anew. */
  tries: number;
  /** Set while pending. */
  next_attempt_at: string | null;
  /** Process that is trying it, and until when it may take. */
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
  ended_at: string | null;
  /** Exactly the bytes that are signed and sent, JSON text. */
  body: string;
}

export interface WebhookAttemptsTable {
  message_id: string;
  number: number;
  started_at: string;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  remote_address: string | null;
  error: string | null;
  answer_excerpt: string | null;
}

export interface WebhookSecretsTable {
  id: string;
  /** Null for the installation's default. */
  client_id: string | null;
  /** The secret, encrypted with a key derived from the installation's pepper. */
  sealed: string;
  last_four: string;
  created_at: string;
  /** Null for the current secret of its owner. */
  expires_at: string | null;
}
