import { type Kysely, sql } from 'kysely';

/** Words are counted in their corpus: what told of all corpora at once is no longer asked. PostgreSQL never had it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists candidate_word_counts`.execute(db);
}
