import type { Db } from '../../db/db.ts';
import type { LeasedWebhook, WebhookEvent, WebhookStatus } from './types.ts';

/** Statements of the delivery. Every write names the lease it relies on: zero rows means it was lost. */

/**
 * Leases the message that has been due longest, leaving out receivers and clients that have enough under way. Asks without
 * writing first: an idle outbox must not take SQLite's one write lock several times a second.
 */
export async function leaseDueMessage(
  db: Db,
  {
    nowIso,
    leaseOwner,
    leaseUntil,
    fullReceivers,
    fullClients,
  }: {
    nowIso: string;
    leaseOwner: string;
    leaseUntil: string;
    fullReceivers: readonly string[];
    fullClients: readonly string[];
  },
): Promise<LeasedWebhook | undefined> {
  const due = () => {
    let query = db
      .selectFrom('webhook_messages')
      .select('sequence')
      .where('status', '=', 'pending')
      .where('next_attempt_at', '<=', nowIso)
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', nowIso)]));
    if (fullReceivers.length > 0) query = query.where('receiver', 'not in', fullReceivers);
    if (fullClients.length > 0) query = query.where('client_id', 'not in', fullClients);
    return query.orderBy('next_attempt_at').orderBy('sequence').limit(1);
  };
  if (!(await due().executeTakeFirst())) return undefined;
  const row = await db
    .updateTable('webhook_messages')
    .set({ lease_owner: leaseOwner, lease_until: leaseUntil })
    .where('sequence', '=', due().forUpdate().skipLocked())
    .where('status', '=', 'pending')
    .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', nowIso)]))
    .returningAll()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      clientId: row.client_id,
      event: row.event as WebhookEvent,
      subjectId: row.subject_id,
      url: row.url,
      receiver: row.receiver,
      isTest: row.is_test === 1,
      body: row.body,
      attempts: row.attempts,
      tries: row.tries,
      leaseOwner,
    }
  );
}

/** Counts a try and gives the lease up. False when another process has taken the message over meanwhile. */
export async function endTry(
  trx: Db,
  leased: Pick<LeasedWebhook, 'id' | 'leaseOwner' | 'attempts' | 'tries'>,
  outcome: { status: WebhookStatus; nextAttemptAt: string | null; endedAt: string | null },
): Promise<boolean> {
  const row = await trx
    .updateTable('webhook_messages')
    .set({
      status: outcome.status,
      next_attempt_at: outcome.nextAttemptAt,
      ended_at: outcome.endedAt,
      attempts: leased.attempts + 1,
      tries: leased.tries + 1,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', leased.id)
    .where('lease_owner', '=', leased.leaseOwner)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a message back untried. */
export async function giveUpTry(db: Db, leased: Pick<LeasedWebhook, 'id' | 'leaseOwner'>): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', leased.id)
    .where('lease_owner', '=', leased.leaseOwner)
    .execute();
}

export async function allLeases(db: Db): Promise<Pick<LeasedWebhook, 'id' | 'leaseOwner'>[]> {
  const rows = await db
    .selectFrom('webhook_messages')
    .select(['id', 'lease_owner'])
    .where('status', '=', 'pending')
    .where('lease_owner', 'is not', null)
    .execute();
  return rows.map((row) => ({ id: row.id, leaseOwner: row.lease_owner! }));
}

/** Begins a message's schedule anew. False while a try is under way. */
export async function restartMessage(trx: Db, messageId: string, nowIso: string): Promise<boolean> {
  const row = await trx
    .updateTable('webhook_messages')
    .set({
      status: 'pending',
      tries: 0,
      next_attempt_at: nowIso,
      ended_at: null,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', messageId)
    .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', nowIso)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes messages that ended before a moment, with their log. Answers how many. */
export async function deleteEndedMessages(trx: Db, endedBefore: string, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('webhook_messages')
    .select('id')
    .where('ended_at', '<', endedBefore)
    .orderBy('ended_at')
    .limit(most)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await trx.deleteFrom('webhook_attempts').where('message_id', 'in', ids).execute();
  await trx.deleteFrom('webhook_messages').where('id', 'in', ids).execute();
  return ids.length;
}
