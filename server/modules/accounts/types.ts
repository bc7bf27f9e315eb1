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
  user: User;
  memberships: readonly Membership[];
}
