import { type Kysely, sql } from 'kysely';

/** Clients, their projects and keys, what they pay. */
export async function createClientTables(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('rate_limit_per_minute', 'integer')
    .addColumn('max_key_days', 'integer')
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
    .addColumn('rate_fixed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expiry_fixed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('api_keys_by_client').on('api_keys').column('client_id').execute();
}

export async function createCreditTables(db: Kysely<unknown>): Promise<void> {
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
  // What a client was charged in a stretch of time.
  await db.schema
    .createIndex('ledger_by_time')
    .on('ledger')
    .columns(['client_id', 'type', 'created_at', 'amount'])
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
  await db.schema
    .createTable('prices')
    .addColumn('client_id', 'text', (column) => column.references('clients.id'))
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute();
  // Two indices, because no two nulls are the same to a database.
  await db.schema
    .createIndex('prices_of_installation')
    .unique()
    .on('prices')
    .column('item')
    .where(sql.ref('client_id'), 'is', null)
    .execute();
  await db.schema
    .createIndex('prices_of_clients')
    .unique()
    .on('prices')
    .columns(['client_id', 'item'])
    .execute();
}
