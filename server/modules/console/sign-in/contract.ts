import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { Password } from '../account/contract.ts';
import { Role } from '../clients/contract.ts';
import { type ContractOf, closed, Nullable, Time } from '../shapes.ts';
import type { signInAccess } from './access.ts';

const Email = Type.String({ maxLength: limits.accounts.email.maxChars * 2 });
const Code = Type.Optional(Type.String({ maxLength: 64 }));
const Token = Type.String({ minLength: 1, maxLength: 200 });

/** A client that the signed-in person may open; owners have all of them. */
export const OpenClient = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Role,
  isActive: Type.Boolean(),
});
export type OpenClient = Static<typeof OpenClient>;

export const SessionPerson = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isOwner: Type.Boolean(),
  totpEnabled: Type.Boolean(),
  /** Everything but one's own account is refused (403 SECOND_FACTOR_REQUIRED) until there is one. */
  mustAddSecondFactor: Type.Boolean(),
  /** By name. */
  clients: Type.Array(OpenClient),
});
export type SessionPerson = Static<typeof SessionPerson>;

/** What the pages need before anything else. */
export const SessionAnswer = Type.Object({
  /** Null without a signed-in person. */
  person: Nullable(SessionPerson),
  /** Single sign-on, where the installation has it. */
  oidc: Nullable(Type.Object({ label: Type.String() })),
  /** False until the first owner has accepted the set-up link. */
  isSetUp: Type.Boolean(),
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/**
 * `POST /session`. Wrong: 401 SIGN_IN_REFUSED. Right, but the account asks for a second factor and none was sent:
 * 401 SECOND_FACTOR_NEEDED; send all again with `code` or `recoveryCode`. Too often: 429 with `retryAfterSeconds`.
 */
export const SignIn = Type.Object(
  {
    email: Email,
    password: Password,
    /** Six digits of the authenticator. */
    code: Code,
    recoveryCode: Code,
  },
  closed,
);
export type SignIn = Static<typeof SignIn>;

/**
 * `POST /invites/check`: what a link is for. 404 NOT_FOUND when it is unknown, used or expired. The token is never part
 * of an address, which would end up in logs.
 */
export const CheckedInvite = Type.Object({ token: Token }, closed);

export const InviteAnswer = Type.Object({
  purpose: Type.Enum(['set-up', 'owner', 'member', 'reset']),
  /** Null: the person who opens the link says it (first owner). */
  email: Nullable(Type.String()),
  /** Of the account that is reset, or that is signed in; known accounts keep their name. */
  name: Nullable(Type.String()),
  client: Nullable(Type.Object({ id: Type.String(), name: Type.String(), role: Role })),
  /** The signed-in person has this e-mail, and only joins: no password to choose. Other visitors are not told of an account. */
  hasAccount: Type.Boolean(),
  expiresAt: Time,
});
export type InviteAnswer = Static<typeof InviteAnswer>;

/**
 * `POST /invites/accept` signs in, too. Where there is an account, the person must be signed in with that e-mail already (else
 * 401 NOT_SIGNED_IN) and sends the token only. A reset ends all earlier sessions; who has a second factor sends it with
 * the new password (401 SECOND_FACTOR_NEEDED asks for it).
 */
export const AcceptInvite = Type.Object(
  {
    token: Token,
    email: Type.Optional(Email),
    name: Type.Optional(Type.String({ maxLength: 1000 })),
    /** At least 12 characters; not for accounts that exist (but for `reset`). */
    password: Type.Optional(Password),
    /** For `reset`, where the account has a second factor. */
    code: Code,
    recoveryCode: Code,
  },
  closed,
);
export type AcceptInvite = Static<typeof AcceptInvite>;

/** Below /console, and never another site's. */
export const OidcStartQuery = Type.Object({
  next: Type.String({ pattern: '^/(?![/\\\\])[^\\s\\\\]*$', maxLength: 2000, default: '/' }),
});

export const signInContract = {
  'GET /session': { answer: SessionAnswer },
  'POST /session': { body: SignIn, answer: SessionAnswer },
  'DELETE /session': { answer: 'nothing' },
  'POST /invites/check': { body: CheckedInvite, answer: InviteAnswer },
  'POST /invites/accept': { body: AcceptInvite, answer: SessionAnswer },
  'GET /oidc/start': { query: OidcStartQuery, answer: 'raw' },
  'GET /oidc/callback': { answer: 'raw' },
} as const satisfies ContractOf<typeof signInAccess>;
