import type { Kysely } from 'kysely';

/**
 * The console's table of runs: newest first with playground runs among them, and searching, which has to look at every
 * run of the client and finds all it asks in this index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('runs_search')
    .on('runs')
    .columns(['client_id', 'created_at', 'sequence', 'playground', 'external_id', 'id'])
    .execute();
}
