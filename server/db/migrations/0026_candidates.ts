import { type Kysely, sql } from 'kysely';

/**
 * One record for each person that a client's runs are about. The records themselves are made from the runs that there are by the worker,
 * afterwards: a migration that walked through all of them would keep the server down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('candidate_records')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('merged_into', 'text')
    .addColumn('merged_at', 'text')
    .addColumn('merged_by', 'text')
    .addColumn('split_from', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('touched', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('active_at', 'text', (column) => column.notNull())
    .addColumn('sort_name', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('candidate_records_of_person')
    .on('candidate_records')
    .columns(['client_id', 'person'])
    .execute();
  const sorted = {
    candidate_records_active: 'active_at',
    candidate_records_name: 'sort_name',
    candidate_records_made: 'created_at',
  };
  for (const [name, column] of Object.entries(sorted)) {
    await db.schema
      .createIndex(name)
      .on('candidate_records')
      .columns(['client_id', column, 'sequence'])
      .where(sql.ref('merged_into'), 'is', sql.lit(null))
      .execute();
  }

  await db.schema
    .createTable('candidate_keys')
    .addColumn('record_id', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('candidate_keys_pk', ['record_id', 'kind', 'value'])
    .execute();
  await db.schema
    .createIndex('candidate_keys_by_value')
    .on('candidate_keys')
    .columns(['client_id', 'kind', 'value'])
    .execute();

  await db.schema
    .createTable('candidate_runs')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.references('candidate_records.id'))
    .addColumn('run_sequence', 'integer', (column) => column.notNull())
    .addColumn('service_type', 'text', (column) => column.notNull())
    .addColumn('in_api', 'integer', (column) => column.notNull())
    .addColumn('pending', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('candidate_runs_of_record')
    .on('candidate_runs')
    .columns(['record_id', 'run_sequence'])
    .execute();
  // The few that are under way.
  await db.schema
    .createIndex('candidate_runs_pending')
    .on('candidate_runs')
    .column('client_id')
    .where(sql.ref('pending'), '=', sql.lit(1))
    .execute();

  await db.schema
    .createTable('candidate_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('record_id', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('candidate_notes_of_record')
    .on('candidate_notes')
    .column('record_id')
    .execute();

  await db.schema
    .createTable('candidate_decisions')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('record_id', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('from_stage', 'text', (column) => column.notNull())
    .addColumn('from_standing', 'text', (column) => column.notNull())
    .addColumn('to_stage', 'text', (column) => column.notNull())
    .addColumn('to_standing', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .addColumn('undone_by', 'text')
    .execute();
  await db.schema
    .createIndex('candidate_decisions_of_record')
    .on('candidate_decisions')
    .columns(['record_id', 'sequence'])
    .execute();

  await db.schema
    .createTable('candidate_proposals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('one', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('other', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('likeness', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('candidate_proposals_pair', ['one', 'other'])
    .execute();
  await db.schema
    .createIndex('candidate_proposals_of_other')
    .on('candidate_proposals')
    .column('other')
    .execute();

  await db.schema
    .createTable('candidate_progress')
    .addColumn('client_id', 'text', (column) => column.primaryKey().references('clients.id'))
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .execute();

  // The worker asks each client for runs that have come since it last looked.
  await db.schema.createIndex('runs_of_client').on('runs').columns(['client_id', 'sequence']).execute();

  // Of deletions of a candidate: JSON of the ids of their records and of hashes of their external ids, to delete them again after a restore.
  await db.schema.alterTable('deletions').addColumn('candidate', 'text').execute();
  await db.schema
    .alterTable('deletions')
    .addColumn('record_rows', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
