/** `GET /installation/audit` and `GET /clients/:clientId/audit`, newest first. */
export interface AuditQuery {
  /** Exact action ("key.create") or the first part of it ("key"). */
  action?: string;
  /** In the actor's name or the target. */
  search?: string;
  /** ISO 8601, inclusive. */
  from?: string;
  /** ISO 8601, exclusive. */
  to?: string;
  cursor?: string;
  limit?: number;
}

export interface AuditAnswer {
  items: AuditEntry[];
  /** Send as `cursor` for the entries before; null at the beginning of the log. */
  next: string | null;
}

export interface AuditEntry {
  /** Position in the chain, from 1. */
  seq: number;
  at: string;
  actor: { kind: 'user' | 'command' | 'system'; id: string; name: string };
  action: string;
  clientId: string | null;
  /** Null for the installation and for clients that are gone. */
  clientName: string | null;
  target: string | null;
  details: Record<string, unknown>;
  ipAddress: string | null;
  /** Of this entry and the one before, in hex. */
  hash: string;
}

/** `POST /installation/audit/verify` */
export interface AuditVerification {
  isIntact: boolean;
  entries: number;
  /** Of the newest entry; null for an empty log. */
  head: string | null;
  /** Where the chain breaks; null when it does not. */
  brokenAt: number | null;
  /** In words, for people. */
  reason: string | null;
}

/** `GET …/audit/export?format=jsonl|csv` takes the filters of the list and answers a file. */
export type AuditFormat = 'jsonl' | 'csv';
