import type { ClientRole } from '../access.ts';

/** `GET /clients/:clientId/members` */
export interface MembersAnswer {
  items: Member[];
  /** Links not yet used. */
  invites: PendingInvite[];
}

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: ClientRole;
  totpEnabled: boolean;
  lastSeenAt: string | null;
  disabledAt: string | null;
}

export interface PendingInvite {
  id: string;
  email: string | null;
  role: ClientRole | 'owner';
  createdAt: string;
  expiresAt: string;
  /** E-mail of who made it, or how ("command line"). */
  createdBy: string;
}

/** `POST /clients/:clientId/members` */
export interface NewMember {
  email: string;
  role: ClientRole;
}

/** Answer of everything that makes a link: it is shown once, and the person who made it hands it on. */
export interface LinkMade {
  inviteId: string;
  /** Whole address, with the token in the fragment. */
  link: string;
  expiresAt: string;
}

/** `PATCH /clients/:clientId/members/:userId` */
export interface MemberChange {
  role: ClientRole;
}

/** `GET /installation/people` */
export interface PeopleAnswer {
  items: Person[];
  invites: PendingInvite[];
}

export interface Person {
  userId: string;
  email: string;
  name: string;
  isOwner: boolean;
  totpEnabled: boolean;
  lastSeenAt: string | null;
  disabledAt: string | null;
  createdAt: string;
  memberships: { clientId: string; clientName: string; role: ClientRole }[];
}

/** `POST /installation/people/invites` (`DELETE …/invites/:inviteId` takes one back); `POST …/:userId/reset` takes ResetPerson. Both answer LinkMade. */
export interface NewOwner {
  email: string;
}

/** `PATCH /installation/people/:userId`. The last owner stays one. */
export interface PersonChange {
  isOwner?: boolean;
  disabled?: boolean;
}

/** `POST /installation/people/:userId/reset` */
export interface ResetPerson {
  /** Whoever uses the link needs no second factor, and has none afterwards; for a telephone that is gone. */
  removeSecondFactor?: boolean;
}
