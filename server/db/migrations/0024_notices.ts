import type { Kysely } from 'kysely';

/** What candidates are told and ask for, questions of the client's own, and how a machine kept up with an interview. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('interview_notices')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('interview_notices_key', ['client_id', 'version'])
    .execute();
  await db.schema.alterTable('interview_sessions').addColumn('declined_at', 'text').execute();
  await db.schema
    .alterTable('interview_sessions')
    .addColumn('slow_turns', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('personas').addColumn('questions', 'text').execute();
}
