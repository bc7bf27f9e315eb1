import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { composeMail, isTimeZone } from '../../domain/invitations/compose-mail.ts';
import { type Invitee, readPeople } from '../../domain/invitations/read-people.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { createFaults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { IdentityService } from '../identity/types.ts';
import type { InterviewNotices, PersonasService, SessionsService } from '../interview/types.ts';
import { candidateLink, interviewLanguage } from '../interview/types.ts';
import { listInvitationRows } from './list.ts';
import {
  dropPendingMails,
  findInvitation,
  insertInvitation,
  insertMail,
  invitedAddresses,
  keepUntil,
} from './repository.ts';
import type { InvitationDraft, InvitationsService, LineFault } from './types.ts';

const { most, messageChars, earliestDeadlineMs, reminderMs, keptMs } = limits.invitations;

export interface InvitationsDeps {
  db: Db;
  sessions: Pick<SessionsService, 'create' | 'find' | 'link' | 'list' | 'marks' | 'reinvite' | 'standing'>;
  personas: Pick<PersonasService, 'find'>;
  identity: Pick<IdentityService, 'findClient'>;
  interviewNotices: Pick<InterviewNotices, 'own'>;
  /** Whether a mail server is set. */
  canMail: boolean;
  clock: Clock;
  newId: () => string;
}

/** People who are invited from a list; mails go out by `InvitationMails`. */
export function createInvitations(deps: InvitationsDeps): InvitationsService {
  const { db, sessions, personas, identity, interviewNotices, canMail, clock, newId } = deps;

  const personaOf = async ({ clientId, personaId }: Pick<InvitationDraft, 'clientId' | 'personaId'>) => {
    const persona = await personas.find({ clientId, personaId });
    if (!persona) throw new ApiError('PERSONA_NOT_FOUND', `There is no persona "${personaId}".`);
    return { ...persona, code: interviewLanguage(persona.language)! };
  };

  /** People whose link to the same persona still waits for them are left out: they would hold two. */
  const withoutInvited = async (of: InvitationDraft, people: Invitee[], faults: LineFault[]) => {
    const { clientId, personaId } = of;
    const emails = people.flatMap(({ email }) => (email === null ? [] : [email]));
    const invited = await invitedAddresses(db, { clientId, personaId, emails });
    const ids = invited.map(({ runId }) => runId);
    const waiting =
      ids.length === 0
        ? []
        : (await sessions.list({ clientId, ids, status: 'initiated', limit: ids.length, offset: 0 }))
            .sessions;
    const marks = await sessions.marks(waiting);
    const deadlineOf = new Map(
      invited.flatMap(({ email, runId }) => {
        const deadline = marks.get(runId)?.linkExpiresAt;
        return deadline !== undefined && deadline > isoTime(clock.now()) ? [[email, deadline]] : [];
      }),
    );
    return people.filter(({ email, line }) => {
      const deadline = email === null ? undefined : deadlineOf.get(email);
      if (deadline === undefined) return true;
      const until = `${deadline.slice(0, 16).replace('T', ' ')} UTC`;
      const message = `${email} was invited already and has time until ${until}. Take the line out, or mail a new link from the list of invitations.`;
      faults.push({ line, message });
      return false;
    });
  };

  const read = async (draft: InvitationDraft, language: string) => {
    const found = readPeople(draft.list, { most, language, languageOf: interviewLanguage });
    if (typeof found === 'string') return { people: [], faults: [], refusal: found };
    const people = await withoutInvited(draft, found.people, found.faults);
    return { people, faults: found.faults.sort((a, b) => a.line - b.line), refusal: null };
  };

  const assertCanMail = () => {
    if (canMail) return;
    throw new ApiError(
      'NOT_POSSIBLE_NOW',
      'This installation has no mail server. Copy the links, or set SMTP_URL and SMTP_FROM.',
    );
  };

  return {
    canMail,

    async look(draft) {
      const persona = await personaOf(draft);
      check(draft, clock.now());
      const found = await read(draft, persona.code);
      const first = found.people.find(({ email }) => email !== null);
      const { subject, text } = composeMail({
        kind: 'invitation',
        language: first?.language ?? persona.code,
        clientName: (await identity.findClient(draft.clientId))?.name ?? '',
        roleName: persona.roleName,
        name: first?.name ?? null,
        maxMinutes: persona.maxMinutes,
        link: candidateLink('https://…', '…'),
        deadline: draft.deadline,
        timeZone: draft.timeZone,
        message: draft.message,
        contact: (await interviewNotices.own(draft.clientId))?.contact ?? null,
        ...{ uid: '', version: 1, madeAt: isoTime(clock.now()) },
      });
      return { ...found, mail: { subject, text } };
    },

    async invite(order) {
      const persona = await personaOf(order);
      if (order.by === 'mail') assertCanMail();
      check(order, clock.now());
      const { clientId, personaId, projectId, tags, consentMode, timeZone, message } = order;
      const found = await read(order, persona.code);
      if (found.refusal !== null) throw fieldRefusal('list', found.refusal);
      const people = found.people.filter(({ email }) => order.by === 'links' || email !== null);
      if (people.length === 0 || people.length !== order.count) {
        throw fieldRefusal(
          'list',
          'The list means other people now than when it was shown. Look at it again.',
        );
      }
      const nowIso = isoTime(clock.now());
      const deadline = isoTime(Date.parse(order.deadline));
      const remindAtMs = Date.parse(deadline) - reminderMs;
      // Just invited is not forgotten.
      const isReminded = order.by === 'mail' && order.remind && remindAtMs - clock.now() >= reminderMs / 2;
      return transaction(db, async (trx) => {
        const made = [];
        for (const person of people) {
          const sessionId = newId();
          await sessions.create({
            ...{ clientId, sessionId, personaId, projectId, tags, consentMode },
            apiKeyId: null,
            candidateRef: person.reference,
            metadata: {},
            linkExpiresAt: deadline,
          });
          await insertInvitation(trx, {
            run_id: sessionId,
            client_id: clientId,
            persona_id: personaId,
            name: person.name,
            email: person.email,
            language: person.language,
            message: order.by === 'mail' ? message : null,
            time_zone: timeZone,
            remind_at: isReminded ? isoTime(remindAtMs) : null,
            forget_at: isoTime(Date.parse(deadline) + keptMs),
            created_at: nowIso,
          });
          if (order.by === 'mail') {
            await insertMail(trx, { id: newId(), runId: sessionId, clientId, kind: 'invitation', nowIso });
          }
          made.push({ ...person, sessionId, token: sessions.link(sessionId, 1).token });
        }
        return made;
      });
    },

    list: (of) => listInvitationRows({ db, sessions, clock }, of),

    async mailLink({ clientId, sessionId }) {
      const run = await sessions.find({ clientId, sessionId });
      const invitation = run && (await findInvitation(db, sessionId));
      if (!invitation) throw new ApiError('NOT_FOUND', `There is no invitation "${sessionId}".`);
      assertCanMail();
      if (invitation.email === null) {
        throw new ApiError(
          'NOT_POSSIBLE_NOW',
          'No address is known for this invitation. Make a new link on its page and hand it out.',
        );
      }
      const nowMs = clock.now();
      const { linkExpiresAt } = await sessions.standing(run);
      const isAhead = Date.parse(linkExpiresAt) - nowMs >= earliestDeadlineMs;
      const deadline = isAhead ? linkExpiresAt : isoTime(nowMs + limits.interview.linkMs);
      await sessions.reinvite({ clientId, sessionId, linkExpiresAt: deadline }, async (trx) => {
        const nowIso = isoTime(nowMs);
        await dropPendingMails(trx, sessionId, nowIso);
        await insertMail(trx, { id: newId(), runId: sessionId, clientId, kind: 'link', nowIso });
        await keepUntil(trx, sessionId, isoTime(Date.parse(deadline) + keptMs));
      });
    },
  };
}

/** ApiError INVALID_INPUT with every fault. */
function check({ deadline, timeZone, message }: InvitationDraft, nowMs: number): void {
  const faults = createFaults();
  const aheadMs = Date.parse(deadline) - nowMs;
  if (!(aheadMs >= earliestDeadlineMs && aheadMs <= limits.interview.linkMs)) {
    faults.add(
      'deadline',
      'Must be at least an hour and at most seven days from now: a link lasts no longer.',
    );
  }
  if (!isTimeZone(timeZone)) faults.add('timeZone', 'Must be the name of a time zone such as Europe/Warsaw.');
  const isText = message === null || (message.trim() !== '' && isStorable(message));
  if (!isText || charCount(message ?? '') > messageChars) {
    faults.add('message', `Must have 1 to ${messageChars} characters.`);
  }
  refuseFaults(faults);
}
