import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { type ContractOf, closed, Nullable, Time } from '../shapes.ts';
import type { accountAccess } from './access.ts';

/** Longer than any of ours, so that what is wrong is said in our words; short enough to hash. */
export const Password = Type.String({ maxLength: limits.accounts.password.maxChars * 4 });
const Code = Type.String({ minLength: 1, maxLength: 64 });

/** `GET /account` and the answer of its changes. */
export const AccountAnswer = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isOwner: Type.Boolean(),
  /** False for people who came by single sign-on only. */
  hasPassword: Type.Boolean(),
  totpEnabled: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
  /** Whether single sign-on is linked. */
  oidcLinked: Type.Boolean(),
  createdAt: Time,
});
export type AccountAnswer = Static<typeof AccountAnswer>;

export const AccountChange = Type.Object({ name: Type.String({ maxLength: 1000 }) }, closed);
export type AccountChange = Static<typeof AccountChange>;

/** `POST /account/password` ends the person's other sessions. */
export const PasswordChange = Type.Object(
  {
    /** Missing only where the account has none. */
    currentPassword: Type.Optional(Password),
    newPassword: Password,
  },
  closed,
);
export type PasswordChange = Static<typeof PasswordChange>;

/** `POST /account/totp`, with a password or within 15 minutes of a sign-in (else 403 FRESH_SIGN_IN_NEEDED). */
export const TotpBegin = Type.Object({ password: Type.Optional(Password) }, closed);
export type TotpBegin = Static<typeof TotpBegin>;

export const TotpBegun = Type.Object({
  /** Base32, for typing in. */
  secret: Type.String(),
  /** otpauth://…, for the QR code. */
  uri: Type.String(),
});

/** Six digits, or a recovery code; in the body, because addresses are logged. */
export const TotpProof = Type.Object({ code: Code }, closed);
export type TotpProof = Static<typeof TotpProof>;

export const NewRecoveryCodes = Type.Object({ password: Type.Optional(Password), code: Code }, closed);

export const RecoveryCodes = Type.Object({
  /** Shown this once. */
  codes: Type.Array(Type.String()),
});

export const ConsoleSession = Type.Object({
  id: Type.String(),
  isCurrent: Type.Boolean(),
  ipAddress: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
});
export type ConsoleSession = Static<typeof ConsoleSession>;

export const SessionList = Type.Object({ items: Type.Array(ConsoleSession) });

export const accountContract = {
  'GET /account': { answer: AccountAnswer },
  'PATCH /account': { body: AccountChange, answer: AccountAnswer },
  'POST /account/password': { body: PasswordChange, answer: AccountAnswer },
  'POST /account/totp': { body: TotpBegin, answer: TotpBegun },
  'POST /account/totp/confirm': { body: TotpProof, answer: RecoveryCodes },
  'DELETE /account/totp': { body: TotpProof, answer: AccountAnswer },
  'POST /account/recovery-codes': { body: NewRecoveryCodes, answer: RecoveryCodes },
  'GET /account/sessions': { answer: SessionList },
  'DELETE /account/sessions/:sessionId': { answer: 'nothing' },
} as const satisfies ContractOf<typeof accountAccess>;
