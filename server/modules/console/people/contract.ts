import { type Static, Type } from 'typebox';
import { Role } from '../clients/contract.ts';
import { clientRoles } from '../route-access.ts';
import { type ContractOf, closed, Nullable, NullableTime, Time } from '../shapes.ts';
import type { peopleAccess } from './access.ts';

const ClientRole = Type.Enum(clientRoles);
const Email = Type.String({ maxLength: 500 });

export const Member = Type.Object({
  userId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: ClientRole,
  totpEnabled: Type.Boolean(),
  lastSeenAt: NullableTime,
  disabledAt: NullableTime,
});
export type Member = Static<typeof Member>;

export const PendingInvite = Type.Object({
  id: Type.String(),
  email: Nullable(Type.String()),
  role: Role,
  createdAt: Time,
  expiresAt: Time,
  /** E-mail of who made it, or how ("command line"). */
  createdBy: Type.String(),
});
export type PendingInvite = Static<typeof PendingInvite>;

export const MembersAnswer = Type.Object({
  items: Type.Array(Member),
  /** Links not yet used. */
  invites: Type.Array(PendingInvite),
});

export const NewMember = Type.Object({ email: Email, role: ClientRole }, closed);

/** Answer of everything that makes a link: it is shown once, and the person who made it hands it on. */
export const LinkMade = Type.Object({
  inviteId: Type.String(),
  /** Whole address, with the token in the fragment. */
  link: Type.String(),
  expiresAt: Time,
});
export type LinkMade = Static<typeof LinkMade>;

export const MemberChange = Type.Object({ role: ClientRole }, closed);
export const MemberChanged = Type.Object({ userId: Type.String(), role: ClientRole });

export const Person = Type.Object({
  userId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isOwner: Type.Boolean(),
  totpEnabled: Type.Boolean(),
  lastSeenAt: NullableTime,
  disabledAt: NullableTime,
  createdAt: Time,
  memberships: Type.Array(
    Type.Object({ clientId: Type.String(), clientName: Type.String(), role: ClientRole }),
  ),
});
export type Person = Static<typeof Person>;

export const PeopleAnswer = Type.Object({ items: Type.Array(Person), invites: Type.Array(PendingInvite) });

export const NewOwner = Type.Object({ email: Email }, closed);

/** The last owner stays one. */
export const PersonChange = Type.Object(
  { isOwner: Type.Optional(Type.Boolean()), disabled: Type.Optional(Type.Boolean()) },
  closed,
);
export type PersonChange = Static<typeof PersonChange>;
export const PersonChanged = Type.Object({
  userId: Type.String(),
  isOwner: Type.Boolean(),
  disabledAt: NullableTime,
});

export const ResetPerson = Type.Object(
  {
    /** The person who uses the link needs no second factor, and has none afterwards; for a telephone that is gone. */
    removeSecondFactor: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const peopleContract = {
  'GET /installation/people': { answer: PeopleAnswer },
  'POST /installation/people/invites': { body: NewOwner, answer: LinkMade, status: 201 },
  'DELETE /installation/people/invites/:inviteId': { answer: 'nothing' },
  'POST /installation/people/:userId/reset': {
    body: ResetPerson,
    answer: LinkMade,
    status: 201,
  },
  'PATCH /installation/people/:userId': { body: PersonChange, answer: PersonChanged },
  'GET /clients/:clientId/members': { answer: MembersAnswer },
  'POST /clients/:clientId/members': { body: NewMember, answer: LinkMade, status: 201 },
  'PATCH /clients/:clientId/members/:userId': { body: MemberChange, answer: MemberChanged },
  'DELETE /clients/:clientId/members/:userId': { answer: 'nothing' },
  'DELETE /clients/:clientId/invites/:inviteId': { answer: 'nothing' },
} as const satisfies ContractOf<typeof peopleAccess>;
