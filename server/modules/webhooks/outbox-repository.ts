import type { Db } from '../../db/db.ts';
import { leasesOf } from '../../db/leases.ts';
import type { LeasedWebhook, WebhookEvent, WebhookStatus } from './types.ts';

/** Statements of the delivery. */
export const messageLeases = leasesOf('webhook_messages');

/**
 * Leases the message that has been due longest, leaving out receivers and clients that have enough under way.
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
  const row = await messageLeases.claim(
    db,
    { owner: leaseOwner, nowIso, untilIso: leaseUntil },
    (messages) => {
      let due = messages.where('status', '=', 'pending').where('next_attempt_at', '<=', nowIso);
      if (fullReceivers.length > 0) due = due.where('receiver', 'not in', fullReceivers);
      if (fullClients.length > 0) due = due.where('client_id', 'not in', fullClients);
      return due.orderBy('next_attempt_at').orderBy('sequence');
    },
  );
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
export const endTry = (
  trx: Db,
  { id, leaseOwner, attempts, tries }: Pick<LeasedWebhook, 'id' | 'leaseOwner' | 'attempts' | 'tries'>,
  outcome: { status: WebhookStatus; nextAttemptAt: string | null; endedAt: string | null },
): Promise<boolean> =>
  messageLeases.release(
    trx,
    { key: id, owner: leaseOwner },
    {
      status: outcome.status,
      next_attempt_at: outcome.nextAttemptAt,
      ended_at: outcome.endedAt,
      attempts: attempts + 1,
      tries: tries + 1,
    },
  );

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
