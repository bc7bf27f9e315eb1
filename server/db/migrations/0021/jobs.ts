import { type Kysely, sql } from 'kysely';

/** The job catalogue, with every state that a job has had. */
export async function createJobTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('position_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('archived_at', 'text')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
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
  await db.schema
    .createTable('job_versions')
    .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('author_kind', 'text')
    .addColumn('author_name', 'text')
    .addColumn('position_id', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('job_versions_primary', ['job_id', 'number'])
    .execute();
}
