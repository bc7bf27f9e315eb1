import type { Kysely } from 'kysely';

/** Whether a client looks at the sample candidates, which are not stored: no row has to be marked as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clients')
    .addColumn('shows_samples', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('candidate_records').dropColumn('is_sample').execute();
}
