import type { Kysely } from 'kysely';

/** What becomes of accent in a client's results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clients')
    .addColumn('accent_use', 'text', (column) => column.notNull().defaultTo('counted'))
    .execute();
}
