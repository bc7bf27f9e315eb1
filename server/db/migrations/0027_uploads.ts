import { type Kysely, sql } from 'kysely';

/**
 * Files that people send in the console, each with what became of it; links that show a candidate to a person without an account; and
 * which stored CVs CV search has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('job_id', 'text')
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('uploads_of_client').on('uploads').columns(['client_id', 'sequence']).execute();

  await db.schema
    .createTable('upload_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('language', 'text')
    .addColumn('candidate', 'text')
    .addColumn('run_id', 'text')
    .addColumn('fault_code', 'text')
    .addColumn('fault_message', 'text')
    .execute();
  await db.schema
    .createIndex('upload_files_of_upload')
    .on('upload_files')
    .columns(['upload_id', 'position'])
    .execute();
  await db.schema.createIndex('upload_files_of_run').on('upload_files').column('run_id').execute();
  await db.schema
    .createIndex('upload_files_alike')
    .on('upload_files')
    .columns(['client_id', 'size_bytes'])
    .execute();

  await db.schema
    .createTable('candidate_links')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('record_id', 'text', (column) => column.notNull().references('candidate_records.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('hides_names', 'integer', (column) => column.notNull())
    .addColumn('may_download', 'integer', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('openings', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('opened_at', 'text')
    .execute();
  await db.schema
    .createIndex('candidate_links_of_record')
    .on('candidate_links')
    .columns(['record_id', 'sequence'])
    .execute();

  await db.schema
    .alterTable('candidate_records')
    .addColumn('is_sample', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .alterTable('cvs')
    .addColumn('in_pool', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('cvs_not_in_pool')
    .on('cvs')
    .column('id')
    .where(sql.ref('in_pool'), '=', sql.lit(0))
    .execute();
}
