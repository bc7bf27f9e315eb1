/** `GET /account` and the answer of its changes. */
export interface AccountAnswer {
  id: string;
  email: string;
  name: string;
  isOwner: boolean;
  /** False for people who came by single sign-on only. */
  hasPassword: boolean;
  totpEnabled: boolean;
  recoveryCodesLeft: number;
  /** Whether single sign-on is linked. */
  oidcLinked: boolean;
  createdAt: string;
}

/** `PATCH /account` */
export interface AccountChange {
  name: string;
}

/** `POST /account/password` ends the person's other sessions. */
export interface PasswordChange {
  /** Missing only where the account has none. */
  currentPassword?: string;
  newPassword: string;
}

/**
 * `POST /account/totp`, with `{ password }` or within 15 minutes of a sign-in (else 403 FRESH_SIGN_IN_NEEDED).
 */
export interface TotpBegin {
  password?: string;
}

export interface TotpBegun {
  /** Base32, for typing in. */
  secret: string;
  /** otpauth://…, for the QR code. */
  uri: string;
}

/** `POST /account/totp/confirm` with `{ code }`; also `POST /account/recovery-codes` with `{ password?, code }`. */
export interface RecoveryCodes {
  /** Shown this once. */
  codes: string[];
}

/** `DELETE /account/totp`: in the body, because addresses are logged. */
export interface TotpProof {
  /** Six digits, or a recovery code. */
  code: string;
}

/** `GET /account/sessions` */
export interface SessionList {
  items: ConsoleSession[];
}

export interface ConsoleSession {
  id: string;
  isCurrent: boolean;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}
