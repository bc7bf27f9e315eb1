import { type Kysely, sql } from 'kysely';

/**
 * Portable columns only (see tables.ts). In `runs` the large texts come last: SQLite reads a row from its
 * beginning, so lists and counts never touch the pages of a transcript.
 *
 * The migrator's database has no tables yet, hence `Kysely<unknown>`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIdentityTables(db);
  await createRunTables(db);
  await createCreditTables(db);
  await db.schema
    .createTable('idempotency')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addPrimaryKeyConstraint('idempotency_primary', ['client_id', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_by_age').on('idempotency').column('created_at').execute();
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ready_at', 'text')
    .addColumn('heartbeat_at', 'text', (column) => column.notNull())
    .addColumn('capabilities', 'text', (column) => column.notNull())
    .execute();
}

async function createIdentityTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('clients')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('multilingual', 'integer', (column) => column.notNull())
    .addColumn('max_concurrent_runs', 'integer', (column) => column.notNull())
    .addColumn('credit_balance', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addCheckConstraint('clients_balance_not_negative', sql`credit_balance >= 0`)
    .execute();
  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('archived_at', 'text')
    .execute();
  await db.schema.createIndex('projects_by_client').on('projects').column('client_id').execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('project_id', 'text', (column) => column.references('projects.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('allowed_ips', 'text', (column) => column.notNull())
    .addColumn('rate_limit_per_minute', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('api_keys_by_client').on('api_keys').column('client_id').execute();
}

async function createRunTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('service_type', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('project_id', 'text', (column) => column.references('projects.id'))
    .addColumn('api_key_id', 'text', (column) => column.references('api_keys.id'))
    .addColumn('external_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('playground', 'integer', (column) => column.notNull())
    .addColumn('audio_duration_ms', 'integer')
    .addColumn('language', 'text')
    .addColumn('cost_credits', 'integer', (column) => column.notNull())
    .addColumn('charged_credits', 'integer')
    .addColumn('balance_after', 'integer')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('lapses', 'integer', (column) => column.notNull())
    .addColumn('progress_step', 'text')
    .addColumn('progress_fraction', 'double precision')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('result', 'text')
    .execute();
  // Newest-first lists, alone and under each exact filter; lists never show playground runs.
  for (const filter of [[], ['status'], ['service_type'], ['external_id'], ['project_id']]) {
    await db.schema
      .createIndex(['runs_newest', ...filter].join('_by_'))
      .on('runs')
      .columns(['client_id', 'playground', ...filter, 'created_at', 'sequence'])
      .execute();
  }
  // A client's line, first come first served; the runs nobody leases; the runs that taught us the pace.
  await db.schema.createIndex('runs_line').on('runs').columns(['status', 'client_id', 'sequence']).execute();
  await db.schema.createIndex('runs_leases').on('runs').columns(['status', 'lease_owner']).execute();
  await db.schema.createIndex('runs_pace').on('runs').columns(['service_type', 'finished_at']).execute();

  await db.schema
    .createTable('run_tags')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_tags_primary', ['run_id', 'tag'])
    .execute();
  await db.schema
    .createIndex('run_tags_runs')
    .on('run_tags')
    .columns(['client_id', 'tag', 'run_id'])
    .execute();
  await db.schema
    .createTable('run_metadata')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_metadata_primary', ['run_id', 'key'])
    .execute();
  await db.schema
    .createIndex('run_metadata_runs')
    .on('run_metadata')
    .columns(['client_id', 'key', 'value', 'run_id'])
    .execute();
  await db.schema
    .createTable('run_outcomes')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('message', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('output', 'text')
    .addPrimaryKeyConstraint('run_outcomes_primary', ['run_id', 'step'])
    .execute();
}

async function createCreditTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('balance_after', 'integer', (column) => column.notNull())
    .addColumn('service_type', 'text', (column) => column.notNull())
    .addColumn('reference_type', 'text', (column) => column.notNull())
    .addColumn('reference_id', 'text')
    .addColumn('audio_duration_ms', 'integer')
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('ledger_once', ['reference_type', 'reference_id', 'type'])
    .execute();
  await db.schema.createIndex('ledger_newest').on('ledger').columns(['client_id', 'sequence']).execute();
  await db.schema
    .createTable('ledger_totals')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('service_type', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_totals_primary', ['client_id', 'type', 'service_type'])
    .execute();
  await db.schema
    .createTable('holds')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('amount', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('holds_by_client').on('holds').columns(['client_id', 'amount']).execute();
}
