import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { composeMail } from '../../domain/invitations/compose-mail.ts';
import type { MailOutcome, MailSender, OutgoingMail } from '../../engines/mail/port.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { AuditRecorder } from '../audit/types.ts';
import type { IdentityService } from '../identity/types.ts';
import type { InterviewNotices, SessionsService } from '../interview/types.ts';
import { candidateLink, sessionStateOf } from '../interview/types.ts';
import {
  claimDueMail,
  dueReminders,
  endTry,
  findInvitation,
  forgetInvitations,
  insertMail,
  mailsOf,
  type StoredInvitation,
  type StoredMail,
  takeReminder,
} from './repository.ts';
import type { InvitationMails, MailEnd, MailKind, MailStatus } from './types.ts';

const { mail: rules, earliestDeadlineMs } = limits.invitations;
const BATCH = 100;

export interface InvitationMailsDeps {
  db: Db;
  sessions: Pick<SessionsService, 'find' | 'link' | 'standing'>;
  identity: Pick<IdentityService, 'findClient'>;
  interviewNotices: Pick<InterviewNotices, 'own'>;
  audit: AuditRecorder;
  /** Null: no mail server is set, and nothing goes out. */
  outgoing: {
    sender: MailSender;
    /** The sender's address. */
    from: string;
    /** What links begin with. */
    publicUrl: string;
  } | null;
  clock: Clock;
  newId: () => string;
}

/** Sends invitations, reminders and new links, each when it is due. A mail is written when it goes out: its link is the newest there is. */
export function createInvitationMails(deps: InvitationMailsDeps): InvitationMails {
  const { db, sessions, identity, interviewNotices, audit, outgoing, clock, newId } = deps;

  /** Undefined where it is not needed any more: the interview was begun, its time is over, or the address is not known. */
  const write = async (
    { id, kind, client_id: clientId, run_id: sessionId }: StoredMail,
    { from, publicUrl }: { from: string; publicUrl: string },
  ): Promise<OutgoingMail | undefined> => {
    const run = await sessions.find({ clientId, sessionId });
    const invitation = run && (await findInvitation(db, sessionId));
    if (!invitation || invitation.email === null || sessionStateOf(run) !== 'initiated') return undefined;
    const { linkNumber, linkExpiresAt } = await sessions.standing(run);
    const client = await identity.findClient(clientId);
    if (linkExpiresAt <= isoTime(clock.now()) || !client?.active) return undefined;
    const host = from.slice(from.lastIndexOf('@') + 1);
    const composed = composeMail({
      kind: kind as MailKind,
      language: invitation.language,
      clientName: client.name,
      roleName: run.input.roleName,
      name: invitation.name,
      maxMinutes: run.input.maxMinutes,
      link: candidateLink(publicUrl, sessions.link(sessionId, linkNumber).token),
      deadline: linkExpiresAt,
      timeZone: invitation.time_zone,
      message: invitation.message,
      contact: (await interviewNotices.own(clientId))?.contact ?? null,
      uid: `${sessionId}@${host}`,
      version: linkNumber,
      madeAt: isoTime(clock.now()),
    });
    return {
      to: { name: invitation.name ?? '', address: invitation.email },
      ...composed,
      messageId: `${id}@${host}`,
    };
  };

  const end = (mail: StoredMail, owner: string, verdict: Verdict): Promise<MailEnd | undefined> =>
    transaction(db, async (trx) => {
      const nowIso = isoTime(clock.now());
      const isOver = verdict.nextAttemptAtMs === null;
      const isOurs = await endTry(
        trx,
        { id: mail.id, owner },
        {
          ...verdict,
          nextAttemptAt: isOver ? null : isoTime(verdict.nextAttemptAtMs!),
          endedAt: isOver ? nowIso : null,
        },
      );
      if (!isOurs) return undefined;
      const kind = mail.kind as MailKind;
      if (isOver) {
        await audit.record(trx, {
          actor: { kind: 'system', id: 'invitation-mails', name: 'Mails of invitations' },
          action: 'interview.mail',
          clientId: mail.client_id,
          target: `run:${mail.run_id}`,
          details: {
            kind,
            outcome: verdict.status,
            tries: verdict.tries,
            ...(verdict.cutOff > 0 && { mayBeTwice: true }),
          },
          ipAddress: null,
        });
      }
      return { mailId: mail.id, sessionId: mail.run_id, kind, status: verdict.status };
    });

  const isStillWanted = async ({ run_id: sessionId, client_id: clientId, email }: StoredInvitation) => {
    const run = await sessions.find({ clientId, sessionId });
    if (!run || email === null || sessionStateOf(run) !== 'initiated') return false;
    const { linkExpiresAt, declinedAt } = await sessions.standing(run);
    if (declinedAt !== null || Date.parse(linkExpiresAt) - clock.now() < earliestDeadlineMs) return false;
    // Who has not been reached yet, or was just now, needs no reminder.
    const last = (await mailsOf(db, [sessionId])).at(-1);
    return (
      last?.status === 'sent' && clock.now() - Date.parse(last.ended_at!) >= limits.invitations.reminderMs / 2
    );
  };

  return {
    async remind() {
      if (!outgoing) return 0;
      let written = 0;
      for (const invitation of await dueReminders(db, isoTime(clock.now()), BATCH)) {
        const isWanted = await isStillWanted(invitation);
        await transaction(db, async (trx) => {
          const { run_id: runId, client_id: clientId } = invitation;
          if (!(await takeReminder(trx, runId)) || !isWanted) return;
          const nowIso = isoTime(clock.now());
          await insertMail(trx, { id: newId(), runId, clientId, kind: 'reminder', nowIso });
          written++;
        });
      }
      return written;
    },

    async send(owner, signal) {
      const ends: MailEnd[] = [];
      while (outgoing && !signal.aborted) {
        const leaseOwner = `${owner} ${newId()}`;
        const mail = await claimDueMail(db, {
          owner: leaseOwner,
          nowIso: isoTime(clock.now()),
          untilIso: isoTime(clock.now() + rules.leaseMs),
        });
        if (!mail) break;
        const isTooUnsure = mail.cut_off >= rules.mostCutOff;
        const written = isTooUnsure ? undefined : await write(mail, outgoing);
        const outcome = written && (await outgoing.sender.send(written, signal));
        const verdict = isTooUnsure
          ? endedAs('unsure', mail)
          : outcome
            ? judge(mail, outcome, clock.now())
            : endedAs('dropped', mail);
        const ended = await end(mail, leaseOwner, verdict);
        if (ended) ends.push(ended);
        // The others would fare no better, and each would count a try.
        if (outcome?.isOfServer) break;
      }
      return ends;
    },

    async forget() {
      let forgotten = 0;
      for (;;) {
        const count = await transaction(db, (trx) => forgetInvitations(trx, isoTime(clock.now()), BATCH));
        forgotten += count;
        if (count < BATCH) return forgotten;
      }
    },
  };
}

/** What becomes of a mail after a try. */
export interface Verdict {
  status: MailStatus;
  tries: number;
  cutOff: number;
  reason: string | null;
  /** Null: it has ended. */
  nextAttemptAtMs: number | null;
}

const endedAs = (
  status: 'unsure' | 'dropped',
  { tries, cut_off: cutOff, reason }: Pick<StoredMail, 'tries' | 'cut_off' | 'reason'>,
): Verdict => ({ status, tries, cutOff, reason, nextAttemptAtMs: null });

/** Tries again while a try may help; of those that may have gone out, one is repeated and no more. */
export function judge(
  before: Pick<StoredMail, 'tries' | 'cut_off'>,
  { kind, reason }: MailOutcome,
  nowMs: number,
): Verdict {
  const tries = before.tries + 1;
  const cutOff = before.cut_off + (kind === 'unknown' ? 1 : 0);
  const over = (status: MailStatus): Verdict => ({ status, tries, cutOff, reason, nextAttemptAtMs: null });
  if (kind === 'sent' || kind === 'refused') return over(kind);
  if (kind === 'unknown' && cutOff >= rules.mostCutOff) return over('unsure');
  const restMs = rules.retryMs[before.tries];
  if (restMs === undefined) return over('given-up');
  return { status: 'pending', tries, cutOff, reason, nextAttemptAtMs: nowMs + restMs };
}
