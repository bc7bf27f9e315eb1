import type { Generated } from 'kysely';
import type { ConsoleSessionsTable, InvitesTable, OidcFlowsTable, UsersTable } from './account-tables.ts';
import type { CandidateTables } from './candidate-tables.ts';
import type { InterviewTables } from './interview-tables.ts';
import type { RetentionTables, RunStatus } from './retention-tables.ts';
import type { SearchTables } from './search-tables.ts';
import type { UploadTables } from './upload-tables.ts';
import type { WebhookAttemptsTable, WebhookMessagesTable, WebhookSecretsTable } from './webhook-tables.ts';

export type { PersonasTable } from './interview-tables.ts';
export type { RunStatus };

/**
 * Portable columns only: text ids, fixed-width ISO 8601 UTC text, 0/1 integers, JSON as text. The same
 * migrations make these tables on SQLite and PostgreSQL.
 */
export interface Tables
  extends RetentionTables,
    InterviewTables,
    SearchTables,
    CandidateTables,
    UploadTables {
  clients: ClientsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  rate_windows: RateWindowsTable;
  ledger: LedgerTable;
  /** Sums of the ledger, kept in the transaction that appends to it, so that usage is never a walk through history. */
  ledger_totals: { client_id: string; type: 'debit' | 'credit'; service_type: string; total: number };
  holds: HoldsTable;
  runs: RunsTable;
  /** client_id is repeated so that a filter finds a client's runs without reading other clients'. */
  run_tags: { run_id: string; client_id: string; tag: string };
  /** Rows exist for flat metadata only; nested metadata is kept as given but cannot be filtered. */
  run_metadata: { run_id: string; client_id: string; key: string; value: string };
  run_outcomes: RunOutcomesTable;
  idempotency: IdempotencyTable;
  /** Facts that every process of the installation must agree on, JSON text. */
  installation: { name: string; value: string };
  workers: WorkersTable;
  cvs: CvsTable;
  jobs: JobsTable;
  job_versions: JobVersionsTable;
  webhook_messages: WebhookMessagesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_secrets: WebhookSecretsTable;
  prices: PricesTable;
  /** Receivers that answered 410 Gone. */
  webhook_disabled_urls: { client_id: string; url: string; disabled_at: string };
  users: UsersTable;
  memberships: { user_id: string; client_id: string; role: string; created_at: string };
  console_sessions: ConsoleSessionsTable;
  invites: InvitesTable;
  /** Unused ones only. */
  recovery_codes: { user_id: string; code_hash: string };
  oidc_flows: OidcFlowsTable;
  /** Tries to sign in, counted per account and per address until the window ends. */
  sign_in_attempts: { subject: string; count: number; window_ends_at: string };
  audit_log: AuditLogTable;
  /** One row: the newest entry of the log, locked by the process that appends. */
  audit_head: { id: number; sequence: number; hash: string; seal: string };
}

export interface ClientsTable {
  id: string;
  name: string;
  active: number;
  /** JSON array of module permissions. */
  permissions: string;
  multilingual: number;
  max_concurrent_runs: number;
  /** Requests of all its keys together; null: only each key's own limit. */
  rate_limit_per_minute: number | null;
  /** Longest life, from today, that its own people can give a key; null: as long as they like. */
  max_key_days: number | null;
  /** `AccentUse`. */
  accent_use: Generated<string>;
  /** 1: its people look at the sample candidates. */
  shows_samples: Generated<0 | 1>;
  /** Settled balance; always equals the newest ledger row's balance_after. */
  credit_balance: number;
  created_at: string;
}

export interface ProjectsTable {
  id: string;
  client_id: string;
  name: string;
  created_at: string;
  archived_at: string | null;
}

export interface ApiKeysTable {
  id: string;
  client_id: string;
  project_id: string | null;
  name: string;
  /** HMAC-SHA-256 of the whole key with the installation's pepper, hex. Unique. */
  key_hash: string;
  /** Everything before the secret, e.g. "assay_api_", and the last four characters: all that is ever shown again. */
  prefix: string;
  last_four: string;
  /** JSON array; a call needs the module in both the client's and the key's permissions. */
  permissions: string;
  /** JSON array of CIDR blocks; empty means any address. */
  allowed_ips: string;
  rate_limit_per_minute: number;
  /** 1: an owner set it, and only owners can raise it. */
  rate_fixed: number;
  created_at: string;
  expires_at: string | null;
  /** 1: an owner set it, and only owners can put it off. */
  expiry_fixed: number;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** Requests of a key or client in the minute that ends at `ends_at`, as processes have reserved them. */
export interface RateWindowsTable {
  /** "key <id>" or "client <id>". */
  subject: string;
  count: number;
  ends_at: string;
}

/** Append-only. `(reference_type, reference_id, type)` is unique where reference_id is set: settling twice charges once. */
export interface LedgerTable {
  id: string;
  /** Order of entries within the installation. */
  sequence: Generated<number>;
  client_id: string;
  type: 'debit' | 'credit';
  amount: number;
  balance_after: number;
  service_type: string;
  reference_type: string;
  reference_id: string | null;
  audio_duration_ms: number | null;
  description: string;
  created_at: string;
}

export interface HoldsTable {
  run_id: string;
  client_id: string;
  amount: number;
  created_at: string;
}

export interface RunsTable {
  id: string;
  /** Order of submission within the installation: FIFO and newest-first lists sort by it. */
  sequence: Generated<number>;
  /** The specification's serviceType, or that of a part (app/run-types.ts). */
  service_type: string;
  client_id: string;
  project_id: string | null;
  api_key_id: string | null;
  external_id: string | null;
  status: RunStatus;
  /** 1 for runs from the console's playground, which never show in a client's lists; 2 for parts, which show in none; 3 for interviews, which have lists of their own. */
  playground: number;
  /** The run that it is a part of. */
  part_of: string | null;
  /** The metadata as given, JSON object text. */
  metadata: string;
  /** JSON array text, trimmed, de-duplicated. */
  tags: string;
  /** Module-specific input, JSON text (for speech: language, cutSettings, includeCutAudio, analysis, blob key). */
  input: string;
  audio_duration_ms: number | null;
  language: string | null;
  /** Credits held; what a full success costs. */
  cost_credits: number;
  charged_credits: number | null;
  balance_after: number | null;
  /** Module-specific result, JSON text; terminal runs only. */
  result: string | null;
  /** The small part of the result that list rows show, JSON text. */
  summary: string | null;
  /** The job of the catalogue it is judged by: the `jobId` of its input. */
  job_id: string | null;
  /** The stored CV it needs: the `cvId` of its input, until it lets go of it. */
  cv_id: string | null;
  /** What people look for it by: the names that its type gives, in small letters; null where there are none. */
  search_names: string | null;
  /** What ranked lists sort by: the `score` of its summary, null without one. */
  rank_score: number | null;
  /** The scores of its summary, where it is about speech: what tables of runs are sorted by. */
  overall_score: number | null;
  vocabulary_score: number | null;
  fluency_score: number | null;
  accent_score: number | null;
  error_code: string | null;
  error_message: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** Worker that holds the run, and until when; null while it waits for a lane. */
  lease_owner: string | null;
  lease_until: string | null;
  /** Times a lease lapsed since the last finished step, for any reason. */
  lapses: number;
  /** Workers that died by themselves since then while this was their only run. */
  deaths: Generated<number>;
  /** 1: a worker died while it had this one and others; tried again only where nothing else runs. */
  alone: Generated<0 | 1>;
  /** Step under way and its share done (0–1), for progress displays. */
  progress_step: string | null;
  progress_fraction: number | null;
  /** When a poll of the unfinished run was last answered. */
  polled_at: string | null;
}

/** `(client_id, sha256)` is unique: a client's CV is stored once. Its file lies at "cvs/<id>/upload". */
export interface CvsTable {
  id: string;
  client_id: string;
  /** Of the file's bytes, hex. */
  sha256: string;
  size_bytes: number;
  created_at: string;
  /** When a match last came with it. */
  used_at: string;
  /** What follows is null until it was read, and again once the profile had to go. */
  page_count: number | null;
  /** Text with its places, and what the reader warned of; JSON text. */
  reading: string | null;
  /** What it says of the person, JSON text. */
  profile: string | null;
  /** Month that "present" means in the profile, YYYY-MM. */
  profile_as_of: string | null;
  parser_version: string | null;
  read_at: string | null;
  /** 1: CV search has what was read. */
  in_pool: Generated<0 | 1>;
}

export interface RunOutcomesTable {
  run_id: string;
  step: string;
  /** Position within the pipeline. */
  position: number;
  status: 'ok' | 'degraded' | 'failed';
  /** JSON text. */
  output: string | null;
  code: string | null;
  message: string | null;
  started_at: string;
  duration_ms: number;
}

export interface IdempotencyTable {
  client_id: string;
  key: string;
  /** Hash of method, path, query and body. */
  fingerprint: string;
  /** Null while the first request is still being served. */
  status: number | null;
  body: string | null;
  created_at: string;
}

export interface WorkersTable {
  id: string;
  host: string;
  pid: number;
  started_at: string;
  /** Set once its engines are loaded. */
  ready_at: string | null;
  heartbeat_at: string;
  /** JSON: recognisers, languages, checks. */
  capabilities: string;
}

export interface JobsTable {
  id: string;
  /** Order of creation within the installation. */
  sequence: Generated<number>;
  client_id: string;
  /** The customer's own id; unique among the client's active jobs. */
  position_id: string | null;
  created_at: string;
  /** Moves only when something changes. */
  updated_at: string;
  archived_at: string | null;
  /** The requirements config, whole, JSON text. */
  config: string;
  description: string;
  /** Number of the newest of its versions. */
  version: Generated<number>;
  /** What its description calls it. */
  title: Generated<string>;
}

/** Every state a job has had, the present one included; numbered from 1 within the job. */
export interface JobVersionsTable {
  job_id: string;
  number: number;
  created_at: string;
  /** "user" or "key" with a name to show; null where the author is unknown. */
  author_kind: string | null;
  author_name: string | null;
  position_id: string | null;
  config: string;
  description: string;
}

/** What was set; an item without a row has the price of the next level up. */
export interface PricesTable {
  /** Null for the installation's. */
  client_id: string | null;
  item: string;
  credits: number;
  changed_at: string;
}

/** Append-only; each row's hash covers the row before. */
export interface AuditLogTable {
  /** From 1, without gaps. */
  sequence: number;
  at: string;
  actor_kind: 'user' | 'key' | 'command' | 'system';
  actor_id: string;
  actor_name: string;
  action: string;
  client_id: string | null;
  target: string | null;
  ip_address: string | null;
  previous_hash: string;
  hash: string;
  /** JSON object text. */
  details: string;
}
