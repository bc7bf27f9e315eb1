import type { Db } from '../../db/db.ts';

/** Owners may do everything, in every client. The others hold a role per client account. */
export const clientRoles = ['admin', 'recruiter', 'viewer'] as const;
export type ClientRole = (typeof clientRoles)[number];
export const roles = ['owner', ...clientRoles] as const;
export type Role = (typeof roles)[number];

/** A person who can sign in to the console. */
export interface User {
  id: string;
  email: string;
  name: string;
  /** Owners may do everything, in every client. */
  isOwner: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  totpEnabled: boolean;
  disabledAt: string | null;
}

export interface Membership {
  clientId: string;
  role: ClientRole;
}

/** Who a console request comes from. */
export interface SignedIn {
  sessionId: string;
  method: SessionInfo['method'];
  /** When this browser signed in. */
  startedAt: string;
  user: User;
  memberships: readonly (Membership & { clientName: string; clientActive: boolean })[];
}

/** Where a sign-in comes from. */
export interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** The cookie of a new session. */
export interface NewSession {
  id: string;
  token: string;
  /** The latest moment at which it is still good. */
  endsAt: string;
}

export interface SessionInfo {
  id: string;
  method: 'password' | 'link' | 'oidc';
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export interface SessionService {
  /** By the token of the cookie; undefined when it is unknown, expired or ended. */
  find(token: string): Promise<SignedIn | undefined>;
  /** `find` without counting as use: for what goes on by itself. */
  look(token: string): Promise<SignedIn | undefined>;
  begin(db: Db, request: Origin & { userId: string; method: SessionInfo['method'] }): Promise<NewSession>;
  /** False when the person has no such session. */
  end(userId: string, sessionId: string): Promise<boolean>;
  list(userId: string): Promise<SessionInfo[]>;
}

/** Encrypts what must be read again; `rowId` is bound in. */
export interface TextSeal {
  seal(text: string, rowId: string): string;
  open(sealed: string, rowId: string): string;
}

export interface SignInRequest {
  email: string;
  password: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

/** Writes the entry of a change into the audit log; called inside the change's transaction. */
export type Record<Of extends unknown[] = []> = (...of: Of) => Promise<void>;

/** A sign-in, and what it took. */
export interface Begun {
  session: NewSession;
  user: User;
}

export type LinkPurpose = 'set-up' | 'owner' | 'member' | 'reset';

export interface NewLink {
  inviteId: string;
  /** Given here only: the server keeps its hash. */
  token: string;
  expiresAt: string;
}

export interface OpenInvite {
  id: string;
  email: string | null;
  role: ClientRole | 'owner';
  createdAt: string;
  expiresAt: string;
  createdBy: string;
}

export interface LinkMeaning {
  purpose: LinkPurpose;
  email: string | null;
  name: string | null;
  client: { id: string; name: string; role: ClientRole } | null;
  hasAccount: boolean;
  expiresAt: string;
}

export interface Accepted extends Begun {
  purpose: LinkPurpose;
  clientId: string | null;
}

export interface InviteService {
  /** Null once there is an owner. Links printed before become invalid. */
  setUp(createdBy: string): Promise<NewLink | null>;
  /** `email` null: the person who opens the link says who they are. */
  owner(request: { email: string | null; createdBy: string }): Promise<NewLink>;
  member(request: { clientId: string; email: string; role: ClientRole; createdBy: string }): Promise<NewLink>;
  reset(request: { userId: string; removesTotp: boolean; createdBy: string }): Promise<NewLink>;
  /** By the newest link of this client, or of the installation. */
  open(clientId: string | null): Promise<OpenInvite[]>;
  /** False when there is none such. */
  revoke(clientId: string | null, inviteId: string): Promise<boolean>;
  /**
   * @param viewer e-mail of who is signed in
   * @throws ApiError NOT_FOUND for a link that is unknown, used, revoked or expired
   */
  check(token: string, viewer?: string): Promise<LinkMeaning>;
  /**
   * Uses the link up, and signs in who used it.
   *
   * @throws ApiError NOT_FOUND, NOT_SIGNED_IN (an account with that e-mail exists and must be signed in),
   * SECOND_FACTOR_NEEDED, SIGN_IN_REFUSED, INVALID_INPUT
   */
  accept(
    request: {
      token: string;
      email?: string | undefined;
      name?: string | undefined;
      password?: string | undefined;
      code?: string | undefined;
      recoveryCode?: string | undefined;
      signedIn: SignedIn | undefined;
    },
    origin: Origin,
    record: Record<[Omit<Accepted, 'session'>]>,
  ): Promise<Accepted>;
  /** Lets in a person whose e-mail address the sign-in provider vouches for. */
  acceptAllFor(db: Db, user: User): Promise<void>;
}

export interface MemberInfo extends User {
  role: ClientRole;
}

export interface PersonInfo extends User {
  memberships: (Membership & { clientName: string })[];
}

export interface PeopleService {
  /** By name. */
  members(clientId: string): Promise<MemberInfo[]>;
  isMember(clientId: string, email: string): Promise<boolean>;
  /** @throws ApiError NOT_FOUND for a person who is no member of this client */
  changeRole(clientId: string, userId: string, role: ClientRole): Promise<{ before: ClientRole }>;
  removeMember(clientId: string, userId: string): Promise<{ before: ClientRole }>;
  everybody(): Promise<PersonInfo[]>;
  findByEmail(email: string): Promise<User | undefined>;
  /** @throws ApiError NOT_FOUND; INVALID_INPUT when the installation would have no owner left */
  change(userId: string, changes: { isOwner?: boolean; disabled?: boolean }): Promise<User>;
  hasOwner(): Promise<boolean>;
}

export interface OwnAccount extends User {
  hasPassword: boolean;
  recoveryCodesLeft: number;
  oidcLinked: boolean;
}

/** What people do with their own account. */
export interface OwnAccountService {
  read(userId: string): Promise<OwnAccount>;
  rename(userId: string, name: string): Promise<void>;
  /** Ends every session and begins a new one for this browser. */
  changePassword(
    who: SignedIn,
    change: { currentPassword?: string | undefined; newPassword: string },
    origin: Origin,
    record: Record,
  ): Promise<NewSession>;
  /** Asks for the password, or for a sign-in that is not long past (FRESH_SIGN_IN_NEEDED). */
  beginTotp(
    who: SignedIn,
    proof: { password?: string | undefined },
    origin: Origin,
    record: Record,
  ): Promise<{ secret: string; uri: string }>;
  /** Ends the other sessions. */
  confirmTotp(who: SignedIn, code: string): Promise<string[]>;
  disableTotp(who: SignedIn, code: string, record: Record): Promise<void>;
  newRecoveryCodes(who: SignedIn, proof: { code: string }, record: Record): Promise<string[]>;
}

/** Why single sign-on led to no session, as the sign-in page is told. */
export type SingleSignOnFault = 'no-account' | 'not-verified' | 'disabled' | 'failed';

export class SingleSignOnRefusal extends Error {
  readonly code: SingleSignOnFault;

  constructor(code: SingleSignOnFault, options: { cause?: unknown } = {}) {
    super(`Single sign-on was refused: ${code}.`, options);
    this.name = 'SingleSignOnRefusal';
    this.code = code;
  }
}

export interface SingleSignOn {
  /** What the button calls it. */
  label: string;
  /**
   * @param request.next page to go to afterwards, below /console
   * @returns where to send the browser, and what its cookie must bring back
   * @throws SingleSignOnRefusal
   */
  begin(request: {
    redirectUri: string;
    next: string;
    origin: Origin;
  }): Promise<{ url: string; flowToken: string }>;
  /** @throws SingleSignOnRefusal */
  finish(request: {
    flowToken: string;
    /** The redirect address with everything the provider added. */
    currentUrl: string;
    origin: Origin;
    record: Record<[User]>;
  }): Promise<Begun & { next: string }>;
}

export interface AccountServices {
  /** Null where the installation has none. */
  singleSignOn: SingleSignOn | null;
  sessions: SessionService;
  signIn(request: SignInRequest, origin: Origin, record: Record<[User]>): Promise<Begun>;
  invites: InviteService;
  people: PeopleService;
  own: OwnAccountService;
}
