import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { WebhookAttemptsTable, WebhookMessagesTable } from '../../db/webhook-tables.ts';
import type { AttemptOutcome, WebhookAttempt, WebhookEvent, WebhookMessage, WebhookStatus } from './types.ts';

type MessageRow = Selectable<WebhookMessagesTable>;

const standingColumns = [
  'id',
  'client_id',
  'event',
  'subject_id',
  'url',
  'status',
  'is_test',
  'attempts',
  'next_attempt_at',
  'created_at',
  'ended_at',
] as const;

/** Answers the id kept: of two messages about the same event of the same subject, the first one's. */
export async function insertMessage(trx: Db, row: Insertable<WebhookMessagesTable>): Promise<string> {
  const inserted = await trx
    .insertInto('webhook_messages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return inserted.id;
  const first = await trx
    .selectFrom('webhook_messages')
    .select('id')
    .where('client_id', '=', row.client_id)
    .where('subject_id', '=', row.subject_id)
    .where('event', '=', row.event)
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  return first.id;
}

export async function findMessage(
  db: Db,
  messageId: string,
  clientId?: string,
): Promise<{ message: WebhookMessage; body: string } | undefined> {
  let query = db
    .selectFrom('webhook_messages')
    .select([...standingColumns, 'body'])
    .where('id', '=', messageId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const row = await query.executeTakeFirst();
  return row && { message: toMessage(row), body: row.body };
}

export async function newestMessageAbout(
  db: Db,
  { clientId, subjectId }: { clientId: string; subjectId: string },
): Promise<WebhookMessage | undefined> {
  const row = await db
    .selectFrom('webhook_messages')
    .select(standingColumns)
    .where('client_id', '=', clientId)
    .where('subject_id', '=', subjectId)
    .where('is_test', '=', 0)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toMessage(row);
}

export async function listMessages(
  db: Db,
  filter: { clientId?: string; status?: WebhookStatus; subjectId?: string; limit: number; offset: number },
): Promise<WebhookMessage[]> {
  let query = db.selectFrom('webhook_messages').select(standingColumns);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  const rows = await query.orderBy('sequence', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return rows.map(toMessage);
}

export async function attemptsOf(db: Db, messageId: string): Promise<WebhookAttempt[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    outcome: row.outcome as AttemptOutcome,
    statusCode: row.status_code,
    remoteAddress: row.remote_address,
    error: row.error,
    answerExcerpt: row.answer_excerpt,
  }));
}

export async function insertAttempt(trx: Db, row: Insertable<WebhookAttemptsTable>): Promise<void> {
  await trx.insertInto('webhook_attempts').values(row).execute();
}

export async function isUrlDisabled(db: Db, clientId: string, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_disabled_urls')
    .select('url')
    .where('client_id', '=', clientId)
    .where('url', '=', url)
    .executeTakeFirst();
  return row !== undefined;
}

/** Also ends what was still to go there, except what is being tried at this moment. */
export async function disableUrl(trx: Db, clientId: string, url: string, nowIso: string): Promise<void> {
  await trx
    .insertInto('webhook_disabled_urls')
    .values({ client_id: clientId, url, disabled_at: nowIso })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('webhook_messages')
    .set({ status: 'disabled', next_attempt_at: null, ended_at: nowIso })
    .where('client_id', '=', clientId)
    .where('url', '=', url)
    .where('status', '=', 'pending')
    .where('lease_owner', 'is', null)
    .execute();
}

export async function enableUrl(db: Db, clientId: string, url: string): Promise<boolean> {
  const row = await db
    .deleteFrom('webhook_disabled_urls')
    .where('client_id', '=', clientId)
    .where('url', '=', url)
    .returning('url')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listDisabledUrls(db: Db, clientId?: string) {
  let query = db.selectFrom('webhook_disabled_urls').selectAll();
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const rows = await query.orderBy('disabled_at').orderBy('url').execute();
  return rows.map((row) => ({ clientId: row.client_id, url: row.url, disabledAt: row.disabled_at }));
}

function toMessage(row: Pick<MessageRow, (typeof standingColumns)[number]>): WebhookMessage {
  return {
    id: row.id,
    clientId: row.client_id,
    event: row.event as WebhookEvent,
    subjectId: row.subject_id,
    url: row.url,
    status: row.status,
    test: row.is_test === 1,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    endedAt: row.ended_at,
  };
}
