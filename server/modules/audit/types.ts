import type { Db } from '../../db/db.ts';

/** Where the log ends. */
export interface AuditHead {
  sequence: number;
  hash: string;
}

/** Where the log ended at some moment, as it is written down outside the database. */
export interface AuditAnchor extends AuditHead {
  at: string;
  /** HMAC-SHA-256 over the other three, hex. */
  seal: string;
}

export interface AuditActor {
  kind: 'user' | 'key' | 'command' | 'system';
  /** User id; API key id; the operating system's user name for commands; the job's name for the system. */
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

/** Readings and refusals, folded: neither a player nor a guesser can fill the log. Neither throws. */
export interface AccessRecorder {
  read(entry: Omit<NewAuditEntry, 'details'>): Promise<void>;
  refused(entry: Omit<NewAuditEntry, 'action'> & { code: string }): Promise<void>;
  /** Enters what is still counted. */
  stop(): Promise<void>;
}

/** An entry of the log; the hashes cover all of it. */
export interface AuditRecord extends NewAuditEntry {
  /** Position in the chain, from 1, without gaps. */
  sequence: number;
  at: string;
  previousHash: string;
  hash: string;
}

/** With names as they are today; null for what has none, or is gone. */
export interface ListedEntry extends AuditRecord {
  clientName: string | null;
  targetName: string | null;
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
  ): Promise<{ entries: ListedEntry[]; hasMore: boolean }>;
  /** Oldest first, however many. */
  walk(filter: AuditFilter): AsyncIterable<AuditRecord>;
  /** Where the log ends now, sealed; null while it is empty, or is not anchored. */
  currentAnchor(): Promise<AuditAnchor | null>;
  /**
   * For a start: holds the newest anchor against the log, without walking it, and writes the first where there is none yet.
   *
   * @returns what is wrong, in words; null when nothing is
   */
  takeUp(): Promise<string | null>;
  /**
   * Calculates every hash again, and holds the log against everything that was noted of it outside the database.
   *
   * @param noted.anchor an entry noted down earlier; it must still be there with that hash
   * @param noted.anchorFile anchors that were collected elsewhere, in the lines of the anchor file
   */
  verify(noted?: {
    anchor?: { sequence: number; hash: string } | undefined;
    anchorFile?: string | undefined;
  }): Promise<AuditVerdict>;
}
