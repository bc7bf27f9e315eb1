import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../config/env.ts';
import type { Db } from './db.ts';

const ATTEMPTS = 10;
const AGAIN_AFTER_MS = 100;

/** Tables that hold what a deletion takes away. */
const emptied = [
  ...['runs', 'run_outcomes', 'run_metadata', 'run_tags', 'run_versions', 'webhook_messages', 'idempotency'],
  ...['interview_sessions', 'interview_events', 'search_results'],
  ...['candidates', 'candidate_tags', 'candidate_words', 'candidate_vectors'],
];

/**
 * Lets go of what deleted rows held. SQLite overwrites rows as they are deleted (`secure_delete`), but its journal still has
 * the pages as they were until it is emptied. PostgreSQL reuses the space in its own time, which a vacuum hastens.
 *
 * @returns whether nothing of it can be read in the database's files any more
 */
export async function overwriteFreedSpace(db: Db, config: Pick<Config, 'databaseUrl'>): Promise<boolean> {
  if (config.databaseUrl) {
    await sql`vacuum ${sql.join(emptied.map((table) => sql.table(table)))}`.execute(db);
    return false;
  }
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    // Another connection is reading.
    if (attempt === ATTEMPTS) return false;
    await delay(AGAIN_AFTER_MS);
  }
}
