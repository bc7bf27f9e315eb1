import { type Kysely, sql } from 'kysely';

/** The job catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('position_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('archived_at', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .execute();
  // An archived job frees its position id.
  await db.schema
    .createIndex('jobs_active_position')
    .on('jobs')
    .columns(['client_id', 'position_id'])
    .unique()
    .where(sql.ref('archived_at'), 'is', null)
    .execute();
  await db.schema.createIndex('jobs_newest').on('jobs').columns(['client_id', 'sequence']).execute();
  await db.schema
    .createIndex('jobs_by_position')
    .on('jobs')
    .columns(['client_id', 'position_id', 'sequence'])
    .execute();
}
