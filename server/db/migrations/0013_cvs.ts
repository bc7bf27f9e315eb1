import { type Kysely, sql } from 'kysely';

/**
 * A CV is stored once for each client and read once; matches refer to it. Matches of earlier releases keep the file in the
 * folder of their run until they let go of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cvs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addColumn('page_count', 'integer')
    .addColumn('reading', 'text')
    .addColumn('profile', 'text')
    .addColumn('profile_as_of', 'text')
    .addColumn('parser_version', 'text')
    .addColumn('read_at', 'text')
    .execute();
  await db.schema.createIndex('cvs_content').on('cvs').columns(['client_id', 'sha256']).unique().execute();
  await db.schema
    .alterTable('runs')
    .addColumn('cv_id', 'text', (column) => column.references('cvs.id'))
    .execute();
  await db.schema
    .createIndex('runs_by_cv')
    .on('runs')
    .column('cv_id')
    .where(sql.ref('cv_id'), 'is not', sql.lit(null))
    .execute();
}
