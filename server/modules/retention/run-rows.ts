import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteIfNothingIsLeft, personOfRun } from '../candidates/queries.ts';
import { countAnswersAbout, deleteAnswersAbout } from '../idempotency/queries.ts';

/**
 * Everything that names a run. What is not here keeps nothing of it but its id: the ledger (amount and time), the audit log
 * (who did what), deletions (the record of this).
 */
export const runTables = [
  'webhook_attempts',
  'webhook_messages',
  'idempotency',
  'run_versions',
  'expired_data',
  'run_outcomes',
  'run_metadata',
  'run_tags',
  'holds',
  'invitation_mails',
  'invitations',
  'interview_events',
  'interview_sessions',
  'search_results',
  'candidate_runs',
  'upload_files',
  'runs',
] as const;

export type RowCounts = Record<(typeof runTables)[number], number>;

/** Ids of the runs that are parts of this one. */
export async function partsOf(db: Db, runId: string): Promise<string[]> {
  const rows = await db.selectFrom('runs').select('id').where('part_of', '=', runId).execute();
  return rows.map(({ id }) => id);
}

/** Deletes parts that no worker has begun. */
export const callOffParts = (db: Db, { clientId, runId }: RunKey): Promise<void> =>
  transaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('runs')
      .select('id')
      .where('part_of', '=', runId)
      .where('finished_at', 'is', null)
      .where('lease_owner', 'is', null)
      .forUpdate()
      .execute();
    for (const { id } of rows) await deleteRunRows(trx, { clientId, runId: id });
  });

interface RunKey {
  clientId: string;
  runId: string;
}

const byRunId = [
  'run_versions',
  'expired_data',
  'run_outcomes',
  'run_metadata',
  'run_tags',
  'holds',
  'invitation_mails',
  'invitations',
  'interview_events',
  'interview_sessions',
  'search_results',
  'candidate_runs',
  'upload_files',
] as const;

/** How many rows of each table belong to a run. */
export async function countRunRows(db: Db, { clientId, runId }: RunKey): Promise<RowCounts> {
  const counts = Object.fromEntries(runTables.map((table) => [table, 0])) as RowCounts;
  const ids = [runId, ...(await partsOf(db, runId))];
  for (const table of byRunId) {
    const { count } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('run_id', 'in', ids)
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  const messageIds = await messagesAbout(db, { clientId, runId });
  counts.webhook_messages = messageIds.length;
  if (messageIds.length > 0) {
    const { count } = await db
      .selectFrom('webhook_attempts')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('message_id', 'in', messageIds)
      .executeTakeFirstOrThrow();
    counts.webhook_attempts = count;
  }
  const rows = await db.selectFrom('runs').select('id').where('id', 'in', ids).execute();
  counts.runs = rows.length;
  counts.idempotency = await countAnswersAbout(db, { clientId, runId });
  return counts;
}

/** Deletes them all, inside the caller's transaction, and a candidate of whom nothing else is known. */
export async function deleteRunRows(trx: Db, { clientId, runId }: RunKey): Promise<void> {
  for (const part of await partsOf(trx, runId)) await deleteRunRows(trx, { clientId, runId: part });
  const person = await personOfRun(trx, runId);
  await deleteWebhooksAbout(trx, { clientId, runId });
  await deleteAnswersAbout(trx, { clientId, runId });
  for (const table of byRunId) await trx.deleteFrom(table).where('run_id', '=', runId).execute();
  await trx.deleteFrom('runs').where('id', '=', runId).execute();
  if (person !== undefined) await deleteIfNothingIsLeft(trx, { clientId, person });
}

/** The messages are locked first, so that a try that ends now has either been counted or finds nothing to note. */
export async function deleteWebhooksAbout(trx: Db, run: RunKey): Promise<void> {
  const ids = await messagesAbout(trx, run, true);
  if (ids.length === 0) return;
  await trx.deleteFrom('webhook_attempts').where('message_id', 'in', ids).execute();
  await trx.deleteFrom('webhook_messages').where('id', 'in', ids).execute();
}

async function messagesAbout(db: Db, { clientId, runId }: RunKey, locked = false): Promise<string[]> {
  const query = db
    .selectFrom('webhook_messages')
    .select('id')
    .where('client_id', '=', clientId)
    .where('subject_id', '=', runId)
    // As a literal, so that the index of what was announced is used.
    .where('is_test', '=', sql.lit(0));
  const rows = await (locked ? query.forUpdate() : query).execute();
  return rows.map(({ id }) => id);
}
