import type { Db } from '../../db/db.ts';
import { type InvitationStanding, invitationStanding } from '../../domain/invitations/standing.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { InterviewRun, SessionMarks, SessionsService } from '../interview/types.ts';
import { sessionStateOf } from '../interview/types.ts';
import { listInvitations, mailsOf, type StoredInvitation, type StoredMail } from './repository.ts';
import type { InvitationRow, MailKind, MailState, MailStatus } from './types.ts';

/** A page of a client's invitations, the newest first. */
export async function listInvitationRows(
  {
    db,
    sessions,
    clock,
  }: { db: Db; sessions: Pick<SessionsService, 'list' | 'marks'>; clock: Pick<Clock, 'now'> },
  of: { clientId: string; personaId?: string | undefined; limit: number; offset: number },
): Promise<{ invitations: InvitationRow[]; hasMore: boolean }> {
  const { clientId, limit } = of;
  const found = await listInvitations(db, { ...of, limit: limit + 1 });
  const page = found.slice(0, limit);
  const ids = page.map((row) => row.run_id);
  const runs =
    ids.length === 0 ? [] : (await sessions.list({ clientId, ids, limit: ids.length, offset: 0 })).sessions;
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const marks = await sessions.marks(runs);
  const mails = await mailsOf(db, ids);
  const nowIso = isoTime(clock.now());
  return {
    // A session that was deleted in between has taken its invitation along.
    invitations: page.flatMap((row) => {
      const run = runOf.get(row.run_id);
      const mark = marks.get(row.run_id);
      if (!run || !mark) return [];
      return [rowOf({ row, run, mark, mails: mails.filter((mail) => mail.run_id === row.run_id) }, nowIso)];
    }),
    hasMore: found.length > limit,
  };
}

function rowOf(
  {
    row,
    run,
    mark,
    mails,
  }: { row: StoredInvitation; run: InterviewRun; mark: SessionMarks; mails: readonly StoredMail[] },
  nowIso: string,
): InvitationRow {
  const withLink = mails.findLast(({ kind }) => kind !== 'reminder');
  const reminder = mails.find(({ kind }) => kind === 'reminder');
  const state = sessionStateOf(run);
  const deadline = mark.linkExpiresAt;
  const standing = invitationStanding(
    {
      state,
      openedAt: mark.openedAt,
      declinedAt: mark.declinedAt,
      deadline,
      mail: withLink ? (withLink.status as MailStatus) : null,
    },
    nowIso,
  );
  return {
    sessionId: row.run_id,
    personaId: row.persona_id,
    roleName: run.input.roleName,
    name: row.name,
    email: row.email,
    language: row.language,
    reference: run.externalId,
    standing,
    deadline,
    mail: withLink ? stateOf(withLink) : null,
    reminder: reminder
      ? { at: atOf(reminder), status: reminder.status as MailStatus }
      : row.remind_at === null || !isReminded.has(standing)
        ? null
        : { at: row.remind_at, status: 'planned' },
    createdAt: row.created_at,
    canBeMailed: row.email !== null && (state === 'initiated' || state === 'failed'),
  };
}

/** Who stands so when the reminder is due gets it. */
const isReminded: ReadonlySet<InvitationStanding> = new Set(['sending', 'sent', 'opened']);

const atOf = (mail: StoredMail) => mail.ended_at ?? mail.next_attempt_at ?? mail.created_at;

const stateOf = (mail: StoredMail): MailState => ({
  kind: mail.kind as MailKind,
  status: mail.status as MailStatus,
  tries: mail.tries,
  reason: mail.reason,
  at: atOf(mail),
  mayBeTwice: mail.cut_off > 0,
});
