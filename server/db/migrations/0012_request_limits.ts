import type { Kysely } from 'kysely';

/** Rate and poll limits that hold in every process and across restarts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_windows')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('runs').addColumn('polled_at', 'text').execute();
}
