import type { Kysely } from 'kysely';

/** When a candidate's page first came with the present link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('interview_sessions').addColumn('opened_at', 'text').execute();
}
