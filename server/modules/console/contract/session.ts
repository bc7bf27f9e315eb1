import type { Role } from '../access.ts';

/** A client that the signed-in person may open; owners have all of them. */
export interface OpenClient {
  id: string;
  name: string;
  role: Role;
  isActive: boolean;
}

export interface SessionPerson {
  id: string;
  email: string;
  name: string;
  isOwner: boolean;
  totpEnabled: boolean;
  /** By name. */
  clients: OpenClient[];
}

/** `GET /session`: what the pages need before anything else; also the answer of `POST /session`. */
export interface SessionAnswer {
  /** Null when nobody is signed in. */
  person: SessionPerson | null;
  /** Single sign-on, where the installation has it. */
  oidc: { label: string } | null;
  /** False until the first owner has accepted the set-up link. */
  isSetUp: boolean;
}

/**
 * `POST /session`. Wrong: 401 SIGN_IN_REFUSED. Right, but the account asks for a second factor and none was sent:
 * 401 SECOND_FACTOR_NEEDED; send all again with `code` or `recoveryCode`. Too often: 429 with `retryAfterSeconds`.
 */
export interface SignIn {
  email: string;
  password: string;
  /** Six digits of the authenticator. */
  code?: string;
  recoveryCode?: string;
}

/**
 * `POST /invites/check` with `{ token }`: what a link is for. 404 NOT_FOUND when it is unknown, used or expired.
 * The token is never part of an address, which would end up in logs.
 */
export interface InviteAnswer {
  purpose: 'set-up' | 'owner' | 'member' | 'reset';
  /** Null: the person who opens the link says it (first owner). */
  email: string | null;
  /** Of the account that is reset, or that is signed in; known accounts keep their name. */
  name: string | null;
  client: { id: string; name: string; role: Role } | null;
  /** An account with this e-mail exists and only joins the client: no password to choose, sign in is enough. */
  hasAccount: boolean;
  expiresAt: string;
}

/**
 * `POST /invites/accept` signs in, too; its answer is SessionAnswer. Where `hasAccount`, the person must be signed in
 * with that e-mail already (else 401 NOT_SIGNED_IN) and sends the token only. A reset ends all earlier sessions;
 * who has a second factor sends it with the new password (401 SECOND_FACTOR_NEEDED asks for it).
 */
export interface AcceptInvite {
  token: string;
  email?: string;
  name?: string;
  /** At least 12 characters; not for accounts that exist (but for `reset`). */
  password?: string;
  /** For `reset`, where the account has a second factor. */
  code?: string;
  recoveryCode?: string;
}
