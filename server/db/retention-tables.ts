import type { Generated } from 'kysely';

/** Tables of earlier results, retention and deletion; see tables.ts for what is portable. */
export interface RetentionTables {
  run_versions: RunVersionsTable;
  /** A missing row: the rule of the next level up. `days` null: kept until a person deletes it. */
  retention_rules: { scope: string; kind: string; days: number | null; changed_at: string };
  /** Up to which run, in the order in which a client's runs ended, a kind of data has been deleted. */
  retention_progress: { client_id: string; kind: string; finished_at: string; sequence: number };
  /** What a run no longer has because its time was over. */
  expired_data: { run_id: string; kind: string; deleted_at: string; days: number };
  scheduled_jobs: ScheduledJobsTable;
  deletions: DeletionsTable;
  deletion_items: DeletionItemsTable;
  /** Machines whose workers keep files of runs on their own disks. */
  machines: { id: string; host: string; seen_at: string };
  deletion_machines: DeletionMachinesTable;
}

export type RunStatus = 'queued' | 'processing' | 'success' | 'partial' | 'failed';

/** An earlier result of a run, as it stood when it was replaced. */
export interface RunVersionsTable {
  run_id: string;
  /** 1 is the first result. */
  version: number;
  status: RunStatus;
  replaced_at: string;
  /** User id. */
  replaced_by: string;
  summary: string | null;
  result: string | null;
}

/** What one process at a time does now and then. */
export interface ScheduledJobsTable {
  name: string;
  due_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** What the last finished round did, JSON text. */
  report: string | null;
  /** Why the last round did not finish. */
  error: string | null;
}

export interface DeletionsTable {
  id: string;
  sequence: Generated<number>;
  client_id: string;
  subject_kind: 'run' | 'externalId' | 'metadata' | 'candidate';
  /** The id of the run or candidate; of anything else a SHA-256, so that the record does not keep what was to be deleted. */
  subject: string;
  /** What the person who asked for it wrote, e.g. the number of a request. */
  note: string;
  /** JSON of user id, name and e-mail. */
  requested_by: string;
  status: 'open' | 'done';
  created_at: string;
  finished_at: string | null;
  run_count: number;
  /** Candidates of corpora that went at once, when it was asked for. */
  candidate_count: Generated<number>;
  /** Of a candidate: JSON of the ids of their records, and of hashes of their external ids. */
  candidate: string | null;
  /** Rows of candidates that went at once, when it was asked for. */
  record_rows: Generated<number>;
  /** Of the certificate's text; also in the audit log. */
  certificate_sha256: string | null;
  certificate: string | null;
}

export interface DeletionItemsTable {
  deletion_id: string;
  run_id: string;
  status: 'open' | 'listed' | 'done';
  /** What the run had, with hashes, written down before anything of it is removed; JSON text. */
  inventory: string | null;
}

/** A machine that a deletion waits for, or has waited for. */
export interface DeletionMachinesTable {
  deletion_id: string;
  machine_id: string;
  host: string;
  /** When the machine was last there, as of then or while it is waited for. */
  seen_at: string;
  /** Set by the machine itself once its disk holds nothing more of the deleted runs. */
  removed_at: string | null;
}
