import { type Kysely, sql } from 'kysely';

/**
 * Live interviews. A session is a run of type "interview" with a row of its own for the link, the device and who holds the
 * conversation.
 */
export async function createInterviewTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('personas')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('role_name', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('system_prompt', 'text', (column) => column.notNull())
    .addColumn('prompt_generated', 'integer', (column) => column.notNull())
    .addColumn('base_prompt_override', 'text')
    .addColumn('max_minutes', 'integer', (column) => column.notNull())
    .addColumn('voice', 'text')
    .addColumn('patience_ms', 'integer', (column) => column.notNull())
    .addColumn('analyse', 'integer', (column) => column.notNull())
    .addColumn('position_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .addColumn('archived_at', 'text')
    .execute();
  await db.schema.createIndex('personas_newest').on('personas').columns(['client_id', 'sequence']).execute();

  await db.schema
    .createTable('interview_sessions')
    .addColumn('run_id', 'text', (column) => column.notNull().primaryKey().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('persona_id', 'text', (column) => column.notNull().references('personas.id'))
    .addColumn('link_number', 'integer', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('link_expires_at', 'text', (column) => column.notNull())
    .addColumn('device_hash', 'text')
    .addColumn('consent', 'text')
    .addColumn('ends_by', 'text')
    .addColumn('has_recording', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('has_transcript', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('analysis_wanted', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('analysis_run_id', 'text', (column) => column.unique())
    .addColumn('analysis_refusal', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await db.schema
    .createIndex('interview_sessions_of_persona')
    .on('interview_sessions')
    .columns(['client_id', 'persona_id'])
    .execute();
  // The few that are under way.
  await db.schema
    .createIndex('interview_sessions_active')
    .on('interview_sessions')
    .column('ends_by')
    .where(sql.ref('ends_by'), 'is not', sql.lit(null))
    .execute();

  await db.schema
    .createIndex('interview_sessions_to_analyse')
    .on('interview_sessions')
    .column('run_id')
    .where(sql.ref('analysis_wanted'), '=', sql.lit(1))
    .execute();

  await db.schema
    .createTable('interview_events')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('interview_events_primary', ['run_id', 'number'])
    .execute();

  await db.schema
    .createTable('interview_settings')
    .addColumn('client_id', 'text', (column) => column.notNull().primaryKey().references('clients.id'))
    .addColumn('webhook_url', 'text')
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute();
}
