import type { Kysely } from 'kysely';

/** A client's line is one for each type of run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('runs_line').execute();
  await db.schema
    .createIndex('runs_line')
    .on('runs')
    .columns(['status', 'client_id', 'service_type', 'sequence'])
    .execute();
}
