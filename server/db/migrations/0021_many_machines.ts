import type { Kysely } from 'kysely';
import { createAccountTables } from './0021/accounts.ts';
import { createClientTables, createCreditTables } from './0021/clients.ts';
import { createInterviewTables } from './0021/interviews.ts';
import { createJobTables } from './0021/jobs.ts';
import { createProcessTables } from './0021/processes.ts';
import { createDeletionTables, createRetentionTables } from './0021/retention.ts';
import { createRunTables } from './0021/runs.ts';
import { createSearchTables } from './0021/search.ts';
import { createWebhookTables } from './0021/webhooks.ts';

/**
 * The tables of the first schema that can still be brought to today's; it keeps the name of the last of the migrations that it stands
 * for. Portable columns only (see tables.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createClientTables(db);
  await createRunTables(db);
  await createCreditTables(db);
  await createJobTables(db);
  await createWebhookTables(db);
  await createAccountTables(db);
  await createRetentionTables(db);
  await createDeletionTables(db);
  await createProcessTables(db);
  await createInterviewTables(db);
  await createSearchTables(db);
}
