import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { mailKinds } from '../../../domain/invitations/compose-mail.ts';
import { invitationStandings, mailStatuses } from '../../../domain/invitations/standing.ts';
import { type ContractOf, closed, limitOf, Nullable, NullableText, Offset, Time } from '../shapes.ts';
import type { invitationsAccess } from './access.ts';

const { most, maxListBytes, page } = limits.invitations;

/** What may be in it, the module judges. */
const draft = {
  list: Type.String({ maxLength: maxListBytes }),
  deadline: Time,
  timeZone: Type.String({ maxLength: 100 }),
  message: NullableText,
};
export const InvitationDraft = Type.Object(draft, closed);

export const InvitationOrder = Type.Object(
  {
    ...draft,
    /** Mails go out, or links come back to be handed out. */
    by: Type.Enum(['mail', 'links']),
    /** How many people the look found for that. */
    count: Type.Integer({ minimum: 1, maximum: most }),
    remind: Type.Boolean(),
    projectId: NullableText,
    tags: Type.Array(Type.String()),
    consentMode: Type.Enum(['explicit', 'none']),
  },
  closed,
);

export const InvitationLook = Type.Object({
  people: Type.Array(
    Type.Object({
      /** Of the list, from 1. */
      line: Type.Integer(),
      name: Nullable(Type.String()),
      /** Null: only a link can be handed out. */
      email: Nullable(Type.String()),
      /** Of the mail, ISO 639-1. */
      language: Type.String(),
      reference: Nullable(Type.String()),
    }),
  ),
  /** By line: what is wrong, and what to change. */
  faults: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
  /** Why nothing of the list can be read. */
  refusal: Nullable(Type.String()),
  /** As the first of them would get it. */
  mail: Type.Object({ subject: Type.String(), text: Type.String() }),
});
export type InvitationLook = Static<typeof InvitationLook>;

export const InvitationsMade = Type.Object({
  count: Type.Integer(),
  /** CSV with a link for each person, where they are handed out; in no other answer. */
  links: Nullable(Type.String()),
});

export const InvitationsQuery = Type.Object({
  persona: Type.Optional(Type.String({ minLength: 1 })),
  limit: limitOf(page),
  offset: Offset,
});

const MailStatus = Type.Enum([...mailStatuses]);

export const InvitationRow = Type.Object({
  sessionId: Type.String(),
  persona: Type.Object({ id: Type.String(), roleName: Type.String() }),
  /** Forgotten some time after the deadline, as the address. */
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  /** Of the mails, ISO 639-1. */
  language: Type.String(),
  reference: Nullable(Type.String()),
  standing: Type.Enum([...invitationStandings]),
  deadline: Time,
  /** The newest with a link; null: the link was handed out. */
  mail: Nullable(
    Type.Object({
      kind: Type.Enum([...mailKinds]),
      status: MailStatus,
      tries: Type.Integer(),
      /** In the mail server's words. */
      reason: Nullable(Type.String()),
      /** When it ended, or is tried again. */
      at: Time,
      mayBeTwice: Type.Boolean(),
    }),
  ),
  reminder: Nullable(Type.Object({ at: Time, status: Type.Enum([...mailStatuses, 'planned']) })),
  createdAt: Time,
  /** A new link can be sent to its address. */
  canBeMailed: Type.Boolean(),
});
export type InvitationRow = Static<typeof InvitationRow>;

/** Newest first. */
export const InvitationList = Type.Object({
  items: Type.Array(InvitationRow),
  /** Pass as `offset` for the next page; null at the end. */
  next: Nullable(Type.Integer()),
  /** Whether this installation has a mail server. */
  canMail: Type.Boolean(),
});
export type InvitationList = Static<typeof InvitationList>;

export const invitationsContract = {
  'POST /clients/:clientId/personas/:personaId/invitations/look': {
    body: InvitationDraft,
    answer: InvitationLook,
  },
  'POST /clients/:clientId/personas/:personaId/invitations': {
    body: InvitationOrder,
    answer: InvitationsMade,
    status: 201,
  },
  'GET /clients/:clientId/invitations': {
    query: InvitationsQuery,
    answer: InvitationList,
  },
  'POST /clients/:clientId/sessions/:runId/mail-link': { answer: 'nothing' },
} as const satisfies ContractOf<typeof invitationsAccess>;
