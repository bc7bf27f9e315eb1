import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import type { AuditRecorder } from '../audit/types.ts';
import { normaliseEmail } from './email.ts';
import type { PasswordHasher } from './password.ts';
import type { Proof } from './proof.ts';
import type { AccountServices, SessionService } from './types.ts';
import { findUserByEmail, toUser, updateUser } from './user-repository.ts';

/** Signs in with e-mail, password and perhaps a second factor. Whether an account exists is never told. */
export function createSignIn({
  db,
  sessions,
  passwords,
  proof,
  audit,
}: {
  db: Db;
  sessions: SessionService;
  passwords: PasswordHasher;
  proof: Proof;
  audit: AuditRecorder;
}): AccountServices['signIn'] {
  return async ({ email: typed, password, code, recoveryCode }, origin, record) => {
    const email = normaliseEmail(typed);
    const guess = await proof.beforeGuess(email, origin.ipAddress);
    const row = await findUserByEmail(db, email);
    /** Only for accounts that exist: what else people type into that field may be a password. */
    const refuse = async (why: string): Promise<void> => {
      if (!row) return;
      await audit.record(db, {
        actor: { kind: 'user', id: 'anonymous', name: 'not signed in' },
        action: 'session.refuse',
        clientId: null,
        target: `user:${row.id}`,
        details: { email: row.email, why },
        ipAddress: origin.ipAddress,
      });
    };

    const isRight = await passwords.verify(row?.password_hash ?? null, password);
    if (!row || !isRight || row.disabled_at !== null) {
      await refuse(isRight ? 'account is disabled' : 'wrong password');
      throw new ApiError('SIGN_IN_REFUSED', 'This e-mail address and password do not match.');
    }
    try {
      await proof.requireSecondFactor(db, row, { code, recoveryCode });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED') await guess.wasRight();
      else await refuse('wrong second factor');
      throw error;
    }
    await guess.wasRight();
    const renewed = passwords.isOutdated(row.password_hash!) ? await passwords.hash(password) : null;
    const session = await transaction(db, async (trx) => {
      if (renewed) await updateUser(trx, row.id, { password_hash: renewed });
      await record(toUser(row));
      return sessions.begin(trx, { userId: row.id, method: 'password', ...origin });
    });
    return { session, user: toUser(row) };
  };
}
