import type { Kysely } from 'kysely';

/** How long data is kept. */
export async function createRetentionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retention_rules')
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('days', 'integer')
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('retention_rules_primary', ['scope', 'kind'])
    .execute();
  await db.schema
    .createTable('retention_progress')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('retention_progress_primary', ['client_id', 'kind'])
    .execute();
  await db.schema
    .createTable('expired_data')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('days', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('expired_data_primary', ['run_id', 'kind'])
    .execute();
  await db.schema
    .createTable('scheduled_jobs')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('report', 'text')
    .addColumn('error', 'text')
    .execute();
}

/** What was deleted, and by whom. */
export async function createDeletionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deletions')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('run_count', 'integer', (column) => column.notNull())
    .addColumn('candidate_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('certificate_sha256', 'text')
    .addColumn('certificate', 'text')
    .execute();
  await db.schema
    .createIndex('deletions_newest')
    .on('deletions')
    .columns(['client_id', 'sequence'])
    .execute();
  await db.schema.createIndex('deletions_open').on('deletions').columns(['status', 'sequence']).execute();
  await db.schema
    .createTable('deletion_items')
    .addColumn('deletion_id', 'text', (column) => column.notNull().references('deletions.id'))
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('inventory', 'text')
    .addPrimaryKeyConstraint('deletion_items_primary', ['deletion_id', 'run_id'])
    .execute();
  await db.schema.createIndex('deletion_items_by_run').on('deletion_items').column('run_id').execute();
  await db.schema
    .createTable('deletion_machines')
    .addColumn('deletion_id', 'text', (column) => column.notNull().references('deletions.id'))
    .addColumn('machine_id', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('deletion_machines_primary', ['deletion_id', 'machine_id'])
    .execute();
}
