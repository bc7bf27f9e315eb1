import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../time.ts';
import { recoveryCodesLeft, replaceRecoveryCodes, takeRecoveryCode } from './recovery-repository.ts';
import type { TextSeal } from './types.ts';
import { takeTotpStep, type UserRow } from './user-repository.ts';

const { periodSeconds, digits, window, recoveryCodes } = limits.accounts.totp;
const SECRET_BYTES = 20;
/** Without letters and digits that look alike (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_CHARS = 16;

export interface SecondFactor {
  newSecret(user: Pick<UserRow, 'id' | 'email'>): { secret: string; uri: string; sealed: string };
  /** True once per code: it then counts as used. */
  provesCode(db: Db, user: UserRow, code: string): Promise<boolean>;
  /** True once per recovery code. */
  provesRecoveryCode(db: Db, userId: string, code: string): Promise<boolean>;
  /** Ten new ones; the old ones are worth nothing any more. */
  newRecoveryCodes(db: Db, userId: string): Promise<string[]>;
  noRecoveryCodes(db: Db, userId: string): Promise<void>;
  recoveryCodesLeft(db: Db, userId: string): Promise<number>;
}

/** Time-based one-time passwords (RFC 6238) and the codes for the day when the telephone is gone. */
export function createSecondFactor({
  clock,
  keyPepper,
  seal,
}: {
  clock: Clock;
  keyPepper: string;
  seal: TextSeal;
}): SecondFactor {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay recovery codes 1', 32));
  /** Written in any case, with or without dashes. */
  const hashCode = (code: string) =>
    createHmac('sha256', key)
      .update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
      .digest('hex');
  const totpOf = (email: string, secret: Secret) =>
    new TOTP({ issuer: 'Assay', label: email, secret, digits, period: periodSeconds });

  return {
    newSecret({ id, email }) {
      const secret = new Secret({ size: SECRET_BYTES });
      return {
        secret: secret.base32,
        uri: totpOf(email, secret).toString(),
        sealed: seal.seal(secret.base32, id),
      };
    },

    async provesCode(db, user, code) {
      const token = code.replaceAll(/\s/g, '');
      if (user.totp_sealed === null || !/^\d+$/.test(token) || token.length !== digits) return false;
      const secret = Secret.fromBase32(seal.open(user.totp_sealed, user.id));
      const nowMs = clock.now();
      const delta = totpOf(user.email, secret).validate({ token, timestamp: nowMs, window });
      if (delta === null) return false;
      return takeTotpStep(db, user.id, Math.floor(nowMs / (periodSeconds * 1000)) + delta);
    },

    provesRecoveryCode: (db, userId, code) => takeRecoveryCode(db, userId, hashCode(code)),

    async newRecoveryCodes(db, userId) {
      const codes = Array.from({ length: recoveryCodes }, newCode);
      await replaceRecoveryCodes(db, userId, codes.map(hashCode));
      return codes;
    },
    noRecoveryCodes: (db, userId) => replaceRecoveryCodes(db, userId, []),
    recoveryCodesLeft,
  };
}

/** 80 random bits, "7k2m-…": four groups of four. */
function newCode(): string {
  const letters = Array.from({ length: CODE_CHARS }, () => alphabet[randomInt(alphabet.length)]!).join('');
  return letters.match(/.{4}/g)!.join('-');
}
