import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { InvitationMailsTable, InvitationsTable } from '../../db/interview-tables.ts';
import { leasesOf } from '../../db/leases.ts';
import type { MailKind, MailStatus } from './types.ts';

export type StoredInvitation = Selectable<InvitationsTable>;
export type StoredMail = Selectable<InvitationMailsTable>;

export const mailLeases = leasesOf('invitation_mails');

export const insertInvitation = (trx: Db, row: Omit<StoredInvitation, 'sequence'>): Promise<unknown> =>
  trx.insertInto('invitations').values(row).execute();

export const findInvitation = (db: Db, runId: string): Promise<StoredInvitation | undefined> =>
  db.selectFrom('invitations').selectAll().where('run_id', '=', runId).executeTakeFirst();

export async function listInvitations(
  db: Db,
  {
    clientId,
    personaId,
    limit,
    offset,
  }: { clientId: string; personaId?: string | undefined; limit: number; offset: number },
): Promise<StoredInvitation[]> {
  let query = db.selectFrom('invitations').selectAll().where('client_id', '=', clientId);
  if (personaId !== undefined) query = query.where('persona_id', '=', personaId);
  return query.orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
}

/** Sessions to which one of these addresses was invited, the newest last. */
export async function invitedAddresses(
  db: Db,
  { clientId, personaId, emails }: { clientId: string; personaId: string; emails: readonly string[] },
): Promise<{ email: string; runId: string }[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom('invitations')
    .select(['email', 'run_id'])
    .where('client_id', '=', clientId)
    .where('persona_id', '=', personaId)
    .where('email', 'in', [...emails])
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({ email: row.email!, runId: row.run_id }));
}

export const insertMail = (
  trx: Db,
  mail: { id: string; runId: string; clientId: string; kind: MailKind; nowIso: string },
): Promise<unknown> =>
  trx
    .insertInto('invitation_mails')
    .values({
      id: mail.id,
      run_id: mail.runId,
      client_id: mail.clientId,
      kind: mail.kind,
      status: 'pending',
      tries: 0,
      cut_off: 0,
      next_attempt_at: mail.nowIso,
      created_at: mail.nowIso,
    })
    .execute();

/** Of a page of a list, the oldest first. */
export async function mailsOf(db: Db, runIds: readonly string[]): Promise<StoredMail[]> {
  if (runIds.length === 0) return [];
  return db
    .selectFrom('invitation_mails')
    .selectAll()
    .where('run_id', 'in', [...runIds])
    .orderBy('created_at')
    .execute();
}

/** Those that no worker is sending just now: a mail with a newer link takes their place. */
export const dropPendingMails = (trx: Db, runId: string, nowIso: string): Promise<unknown> =>
  trx
    .updateTable('invitation_mails')
    .set({ status: 'dropped', next_attempt_at: null, ended_at: nowIso })
    .where('run_id', '=', runId)
    .where('status', '=', 'pending')
    .where('begun_at', 'is', null)
    .execute();

/**
 * Leases the mail that has been due longest, and notes that a try begins. One whose last try has no end was cut off, and counts as
 * one that may have gone out.
 */
export const claimDueMail = (
  db: Db,
  lease: { owner: string; nowIso: string; untilIso: string },
): Promise<StoredMail | undefined> =>
  mailLeases.claim(
    db,
    lease,
    (mails) =>
      mails
        .where('status', '=', 'pending')
        .where('next_attempt_at', '<=', lease.nowIso)
        .orderBy('next_attempt_at')
        .orderBy('id'),
    () => ({
      cut_off: sql<number>`cut_off + case when begun_at is null then 0 else 1 end`,
      begun_at: lease.nowIso,
    }),
  );

/** Gives a mail back with what came of its try. False when the lease was lost, or the mail deleted. */
export const endTry = (
  trx: Db,
  { id, owner }: { id: string; owner: string },
  end: {
    status: MailStatus;
    tries: number;
    cutOff: number;
    reason: string | null;
    nextAttemptAt: string | null;
    endedAt: string | null;
  },
): Promise<boolean> =>
  mailLeases.release(
    trx,
    { key: id, owner },
    {
      status: end.status,
      tries: end.tries,
      cut_off: end.cutOff,
      reason: end.reason,
      next_attempt_at: end.nextAttemptAt,
      ended_at: end.endedAt,
      begun_at: null,
    },
  );

export async function dueReminders(db: Db, nowIso: string, most: number): Promise<StoredInvitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('remind_at', '<=', nowIso)
    .orderBy('remind_at')
    .limit(most)
    .execute();
}

/** False when another process was first. */
export async function takeReminder(trx: Db, runId: string): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set({ remind_at: null })
    .where('run_id', '=', runId)
    .where('remind_at', 'is not', null)
    .returning('run_id')
    .executeTakeFirst();
  return row !== undefined;
}

export const keepUntil = (trx: Db, runId: string, forgetAt: string): Promise<unknown> =>
  trx.updateTable('invitations').set({ forget_at: forgetAt }).where('run_id', '=', runId).execute();

/** Answers how many were forgotten, at most `most`. */
export async function forgetInvitations(trx: Db, nowIso: string, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('invitations')
    .select('run_id')
    .where('forget_at', '<=', nowIso)
    .limit(most)
    .execute();
  const ids = rows.map((row) => row.run_id);
  if (ids.length === 0) return 0;
  await trx
    .updateTable('invitations')
    .set({ name: null, email: null, message: null, remind_at: null, forget_at: null })
    .where('run_id', 'in', ids)
    .execute();
  // It may quote the address.
  await trx.updateTable('invitation_mails').set({ reason: null }).where('run_id', 'in', ids).execute();
  return ids.length;
}
