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
