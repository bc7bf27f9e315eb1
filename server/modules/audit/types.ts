import type { Db } from '../../db/db.ts';

export interface AuditActor {
  kind: 'user' | 'command' | 'system';
  /** User id; the operating system's user name for commands; the job's name for the system. */
  id: string;
  name: string;
}

export interface NewAuditEntry {
  actor: AuditActor;
  /** e.g. "key.create"; the console's are in `modules/console/access.ts`. */
  action: string;
  /** Null for what concerns the whole installation. */
  clientId: string | null;
  /** What it was done to, e.g. "key:3f…"; null when there is nothing more to say. */
  target: string | null;
  /** What changed, without secrets and without what people said or wrote. */
  details: Record<string, unknown>;
  ipAddress: string | null;
}

export interface AuditRecorder {
  /** Appends to the chain, inside the caller's transaction where there is one. */
  record(db: Db, entry: NewAuditEntry): Promise<void>;
}

/** An entry of the log; the hashes cover all of it. */
export interface AuditRecord extends NewAuditEntry {
  /** Position in the chain, from 1, without gaps. */
  sequence: number;
  at: string;
  previousHash: string;
  hash: string;
}

export interface AuditFilter {
  /** One client's entries; everything when absent. */
  clientId?: string;
  /** "key.create", or "key" for all that begin with "key.". */
  action?: string;
  /** In the actor's name or the target, in any case. */
  search?: string;
  /** Inclusive, ISO 8601. */
  from?: string;
  /** Exclusive, ISO 8601. */
  to?: string;
}

export interface AuditVerdict {
  isIntact: boolean;
  entries: number;
  /** Hash of the newest entry; null for an empty log. */
  head: string | null;
  /** First entry that does not fit; null when all do. */
  brokenAt: number | null;
  reason: string | null;
}

export interface AuditService extends AuditRecorder {
  /** Newest first, those before `before`. */
  list(
    filter: AuditFilter & { before?: number; limit: number },
  ): Promise<{ entries: (AuditRecord & { clientName: string | null })[]; hasMore: boolean }>;
  /** Oldest first, however many. */
  walk(filter: AuditFilter): AsyncIterable<AuditRecord>;
  /**
   * Calculates every hash again.
   *
   * @param anchor an entry noted down earlier; it must still be there with that hash
   */
  verify(anchor?: { sequence: number; hash: string }): Promise<AuditVerdict>;
}
