import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { type Attempts, addressGroup, subjectOf } from './attempts.ts';
import type { SecondFactor } from './second-factor.ts';
import type { UserRow } from './user-repository.ts';

const { windowMs, perAccountAndAddress, perAccount, perAddress } = limits.accounts.signIn;

export interface Proof {
  /**
   * Counts a try before it is made. Answers what to call when it was no guess.
   *
   * @throws ApiError RATE_LIMIT_EXCEEDED
   */
  beforeGuess(email: string, ipAddress: string | null): Promise<{ wasRight: () => Promise<void> }>;
  /**
   * Throws unless the account has no second factor, or one of these proves it; either serves once.
   *
   * @throws ApiError SECOND_FACTOR_NEEDED, SIGN_IN_REFUSED, RATE_LIMIT_EXCEEDED
   */
  requireSecondFactor(
    db: Db,
    user: UserRow,
    given: { code?: string | undefined; recoveryCode?: string | undefined },
  ): Promise<void>;
}

/** What stands between a guesser and an account. */
export function createProof({
  attempts,
  secondFactor,
}: {
  attempts: Attempts;
  secondFactor: SecondFactor;
}): Proof {
  return {
    async beforeGuess(email, ipAddress) {
      const address = addressGroup(ipAddress ?? 'unknown');
      const byAddress = subjectOf('address', address);
      const byBoth = subjectOf('account-address', email, address);
      const byAccount = subjectOf('account', email);
      // An address that guesses at one account blocks itself first, and only much later the account's owner.
      await attempts.take([
        { subject: byAddress, count: perAddress, windowMs },
        { subject: byBoth, count: perAccountAndAddress, windowMs },
        { subject: byAccount, count: perAccount, windowMs },
      ]);
      return {
        async wasRight() {
          await attempts.forget(byBoth);
          await attempts.giveBack([byAddress, byAccount]);
        },
      };
    },

    async requireSecondFactor(db, user, { code, recoveryCode }) {
      if (user.totp_enabled_at === null) return;
      if (!code && !recoveryCode) {
        throw new ApiError(
          'SECOND_FACTOR_NEEDED',
          'Enter the code of your authenticator, or a recovery code.',
        );
      }
      const subject = subjectOf('second-factor', user.id);
      const { windowMs: perWindowMs, perAccount: count } = limits.accounts.secondFactor;
      await attempts.take([{ subject, count, windowMs: perWindowMs }]);
      const isProven = code
        ? await secondFactor.provesCode(db, user, code)
        : await secondFactor.provesRecoveryCode(db, user.id, recoveryCode!);
      if (!isProven) {
        throw new ApiError(
          'SIGN_IN_REFUSED',
          code ? 'This code is not valid, or was used already.' : 'This recovery code is not valid.',
        );
      }
      await attempts.giveBack([subject]);
    },
  };
}
