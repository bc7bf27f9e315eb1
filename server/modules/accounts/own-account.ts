import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { fieldFault, requirePersonName } from './email.ts';
import { type PasswordHasher, requirePassword } from './password.ts';
import type { Proof } from './proof.ts';
import type { SecondFactor } from './second-factor.ts';
import { deleteSessionsOf } from './session-repository.ts';
import type { OwnAccountService, SessionService, SignedIn } from './types.ts';
import { findUserRow, toUser, type UserRow, updateUser } from './user-repository.ts';

/** What people do with their own account. A stolen session alone must not be enough to take it over. */
export function createOwnAccount({
  db,
  clock,
  sessions,
  passwords,
  secondFactor,
  proof,
}: {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  passwords: PasswordHasher;
  secondFactor: SecondFactor;
  proof: Proof;
}): OwnAccountService {
  const require = async (userId: string): Promise<UserRow> => {
    const row = await findUserRow(db, userId);
    if (!row) throw new ApiError('NOT_SIGNED_IN', 'Sign in first.');
    return row;
  };
  const requireFresh = ({ startedAt }: SignedIn): void => {
    if (clock.now() - Date.parse(startedAt) <= limits.accounts.freshSignInMs) return;
    throw new ApiError(
      'FRESH_SIGN_IN_NEEDED',
      'Sign out and in again first: this changes how you sign in, and your last sign-in was some time ago.',
    );
  };
  const requirePasswordOf = async (
    user: UserRow,
    field: string,
    password: string | undefined,
    ipAddress: string | null,
  ): Promise<void> => {
    const guess = await proof.beforeGuess(user.email, ipAddress);
    if (!(await passwords.verify(user.password_hash, password ?? ''))) {
      throw fieldFault(field, 'This is not your password.');
    }
    await guess.wasRight();
  };

  return {
    async read(userId) {
      const row = await require(userId);
      return {
        ...toUser(row),
        hasPassword: row.password_hash !== null,
        recoveryCodesLeft: await secondFactor.recoveryCodesLeft(db, userId),
        oidcLinked: row.oidc_subject !== null,
      };
    },

    async rename(userId, name) {
      await updateUser(db, userId, { name: requirePersonName(name) });
    },

    async changePassword(who, { currentPassword, newPassword }, origin, record) {
      const user = await require(who.user.id);
      if (user.password_hash === null) requireFresh(who);
      else await requirePasswordOf(user, 'currentPassword', currentPassword, origin.ipAddress);
      requireNew(newPassword, user.email);
      const passwordHash = await passwords.hash(newPassword);
      return transaction(db, async (trx) => {
        await deleteSessionsOf(trx, user.id);
        await updateUser(trx, user.id, { password_hash: passwordHash });
        await record();
        return sessions.begin(trx, { userId: user.id, method: 'password', ...origin });
      });
    },

    async beginTotp(who, { password }, { ipAddress }, record) {
      const user = await require(who.user.id);
      if (password === undefined) requireFresh(who);
      else await requirePasswordOf(user, 'password', password, ipAddress);
      if (user.totp_enabled_at !== null) {
        throw new ApiError('INVALID_INPUT', 'A second factor is set up already; switch it off first.');
      }
      const { sealed, ...shown } = secondFactor.newSecret(user);
      await transaction(db, async (trx) => {
        await updateUser(trx, user.id, { totp_sealed: sealed, totp_last_step: null });
        await record();
      });
      return shown;
    },

    async confirmTotp(who, code) {
      const user = await require(who.user.id);
      if (user.totp_enabled_at !== null || user.totp_sealed === null) {
        throw new ApiError('INVALID_INPUT', 'Start setting up the second factor first.');
      }
      if (!(await secondFactor.provesCode(db, user, code))) {
        throw fieldFault('code', 'This code is not correct. Is the clock of your device right?');
      }
      return transaction(db, async (trx) => {
        await updateUser(trx, user.id, { totp_enabled_at: isoTime(clock.now()) });
        await deleteSessionsOf(trx, user.id, who.sessionId);
        return secondFactor.newRecoveryCodes(trx, user.id);
      });
    },

    async disableTotp(who, code, record) {
      const user = await require(who.user.id);
      await proof.requireSecondFactor(db, user, asProof(code));
      await transaction(db, async (trx) => {
        await updateUser(trx, user.id, { totp_sealed: null, totp_enabled_at: null, totp_last_step: null });
        await secondFactor.noRecoveryCodes(trx, user.id);
        await record();
      });
    },

    async newRecoveryCodes(who, { code }, record) {
      const user = await require(who.user.id);
      if (user.totp_enabled_at === null) {
        throw new ApiError('INVALID_INPUT', 'Recovery codes belong to a second factor; set one up first.');
      }
      await proof.requireSecondFactor(db, user, asProof(code));
      return transaction(db, async (trx) => {
        await record();
        return secondFactor.newRecoveryCodes(trx, user.id);
      });
    },
  };
}

/** One field for both: six digits are the authenticator's. */
const asProof = (code: string) => (/^[\d\s]+$/.test(code) ? { code } : { recoveryCode: code });

function requireNew(password: string, email: string): void {
  try {
    requirePassword(password, email);
  } catch (error) {
    throw error instanceof ApiError ? fieldFault('newPassword', error.message) : error;
  }
}
