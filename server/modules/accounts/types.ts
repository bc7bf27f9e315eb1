import type { Db } from '../../db/db.ts';
import type { ClientRole } from '../console/access.ts';

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
  begin(db: Db, request: Origin & { userId: string; method: SessionInfo['method'] }): Promise<NewSession>;
  /** False when the person has no such session. */
  end(userId: string, sessionId: string): Promise<boolean>;
  list(userId: string): Promise<SessionInfo[]>;
}
