import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { fieldFault, requireEmail, requirePersonName } from './email.ts';
import { type InviteRow, takeInvite } from './invite-repository.ts';
import { grantMembership } from './membership-repository.ts';
import { type PasswordHasher, requirePassword } from './password.ts';
import type { Proof } from './proof.ts';
import { deleteSessionsOf } from './session-repository.ts';
import type { Accepted, InviteService, SessionService } from './types.ts';
import { findUserByEmail, findUserRow, insertUser, toUser, updateUser } from './user-repository.ts';

type Request = Parameters<InviteService['accept']>[0];
type Origin = Parameters<InviteService['accept']>[1];
type RecordAccepted = Parameters<InviteService['accept']>[2];

export interface InvitesDeps {
  db: Db;
  clock: Clock;
  newId: () => string;
  sessions: SessionService;
  passwords: PasswordHasher;
  proof: Proof;
}

/** What a link does once it is used; `find` answers open links only. */
export function createAcceptance(
  { db, clock, newId, sessions, passwords, proof }: InvitesDeps,
  find: (token: string) => Promise<InviteRow>,
): InviteService['accept'] {
  const now = () => isoTime(clock.now());
  const take = async (trx: Parameters<typeof takeInvite>[0], invite: InviteRow) => {
    if (!(await takeInvite(trx, invite.id, now()))) throw linkIsVoid();
  };
  const accepted = (invite: InviteRow) => ({ purpose: invite.purpose, clientId: invite.client_id });

  /** A new password for an account; sessions that signed in with the old one end. */
  const reset = async (
    invite: InviteRow,
    request: Request,
    origin: Origin,
    record: RecordAccepted,
  ): Promise<Accepted> => {
    const user = await findUserRow(db, invite.user_id!);
    if (!user || user.disabled_at !== null) throw linkIsVoid();
    const password = requirePassword(requireField('password', request.password), user.email);
    const passwordHash = await passwords.hash(password);
    // The link may have gone astray: it does not stand in for the second factor.
    if (invite.removes_totp === 0) await proof.requireSecondFactor(db, user, request);
    return transaction(db, async (trx) => {
      await take(trx, invite);
      await deleteSessionsOf(trx, user.id);
      if (invite.removes_totp === 1) {
        await trx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
      }
      const changed = await updateUser(trx, user.id, {
        password_hash: passwordHash,
        ...(invite.removes_totp === 1 && { totp_sealed: null, totp_enabled_at: null, totp_last_step: null }),
      });
      const session = await sessions.begin(trx, { userId: user.id, method: 'link', ...origin });
      const done = { user: toUser(changed!), ...accepted(invite) };
      await record(done);
      return { session, ...done };
    });
  };

  /** The link alone must not open an account: the account's owner signs in, and then joins. */
  const join = async (
    invite: InviteRow,
    request: Request,
    origin: Origin,
    email: string,
    record: RecordAccepted,
  ) => {
    const { signedIn } = request;
    if (signedIn?.user.email !== email) {
      throw new ApiError('NOT_SIGNED_IN', `Sign in as ${email} first, then open this link again.`);
    }
    return transaction(db, async (trx) => {
      await take(trx, invite);
      await grant(trx, signedIn.user.id, invite, now());
      const session = await sessions.begin(trx, { userId: signedIn.user.id, method: 'link', ...origin });
      const done = { user: signedIn.user, ...accepted(invite) };
      await record(done);
      return { session, ...done };
    });
  };

  const begin = async (
    invite: InviteRow,
    request: Request,
    origin: Origin,
    email: string,
    record: RecordAccepted,
  ) => {
    const name = requirePersonName(requireField('name', request.name));
    const password = requirePassword(requireField('password', request.password), email);
    const passwordHash = await passwords.hash(password);
    return transaction(db, async (trx) => {
      await take(trx, invite);
      const id = newId();
      await insertUser(trx, {
        id,
        email,
        name,
        is_owner: 0,
        password_hash: passwordHash,
        totp_sealed: null,
        totp_enabled_at: null,
        totp_last_step: null,
        oidc_issuer: null,
        oidc_subject: null,
        created_at: now(),
        last_seen_at: null,
        disabled_at: null,
      });
      await grant(trx, id, invite, now());
      const session = await sessions.begin(trx, { userId: id, method: 'link', ...origin });
      const done = { user: toUser((await findUserRow(trx, id))!), ...accepted(invite) };
      await record(done);
      return { session, ...done };
    });
  };

  return async (request, origin, record) => {
    const invite = await find(request.token);
    if (invite.purpose === 'reset') return reset(invite, request, origin, record);
    const email = invite.email ?? requireEmail(requireField('email', request.email));
    const account = await findUserByEmail(db, email);
    return (account ? join : begin)(invite, request, origin, email, record);
  };
}

function requireField(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw fieldFault(name, `Fill in the ${name}.`);
  return value;
}

export const linkIsVoid = (): ApiError =>
  new ApiError('NOT_FOUND', 'This link is not valid any more. Ask whoever sent it for a new one.');

/** Gives a person what a link promises. */
export async function grant(
  trx: Db,
  userId: string,
  invite: Pick<InviteRow, 'purpose' | 'client_id' | 'role'>,
  at: string,
): Promise<void> {
  if (invite.purpose === 'owner' || invite.purpose === 'set-up') {
    await updateUser(trx, userId, { is_owner: 1 });
  } else if (invite.purpose === 'member') {
    await grantMembership(trx, {
      user_id: userId,
      client_id: invite.client_id!,
      role: invite.role!,
      created_at: at,
    });
  }
}
