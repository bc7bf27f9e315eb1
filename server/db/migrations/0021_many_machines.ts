import type { Kysely } from 'kysely';

/** Which process a live process was, so that machines of one name are told apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('live_processes').addColumn('process', 'text').execute();
}
