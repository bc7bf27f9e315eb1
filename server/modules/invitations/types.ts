import type { ComposedMail, MailKind } from '../../domain/invitations/compose-mail.ts';
import type { Invitee, LineFault } from '../../domain/invitations/read-people.ts';
import type { InvitationStanding, MailStatus } from '../../domain/invitations/standing.ts';
import type { ConsentMode } from '../interview/types.ts';

export type { ComposedMail, InvitationStanding, Invitee, LineFault, MailKind, MailStatus };

/** A list of people and what they are to be told. */
export interface InvitationDraft {
  clientId: string;
  personaId: string;
  /** CSV, or addresses as mail programs write them. */
  list: string;
  /** ISO 8601; the link works until then. */
  deadline: string;
  /** IANA, of the person who invites. */
  timeZone: string;
  /** Own words in each mail; null: none. */
  message: string | null;
}

export interface InvitationLook {
  people: Invitee[];
  faults: LineFault[];
  /** Why nothing of the list can be read; null: something can. */
  refusal: string | null;
  /** As the first person with an address would get it, with a link that leads nowhere. */
  mail: Pick<ComposedMail, 'subject' | 'text'>;
}

export interface InvitationOrder extends InvitationDraft {
  by: 'mail' | 'links';
  /** How many people the look found for that: where the number is another by now, no invitation is made. */
  count: number;
  /** Once, a day before the deadline, to candidates who have not begun. */
  remind: boolean;
  projectId: string | null;
  tags: string[];
  consentMode: ConsentMode;
}

/** A candidate who was invited. */
export interface Invited extends Invitee {
  sessionId: string;
  token: string;
}

export interface InvitationRow {
  sessionId: string;
  personaId: string;
  roleName: string;
  /** Null also 30 days after the deadline, as the address. */
  name: string | null;
  email: string | null;
  /** Of the mails, ISO 639-1. */
  language: string;
  reference: string | null;
  standing: InvitationStanding;
  deadline: string;
  /** The newest with a link; null: the link was handed out. */
  mail: MailState | null;
  /** When the reminder went out, or is due; null: there is none. */
  reminder: { at: string; status: MailStatus | 'planned' } | null;
  createdAt: string;
  canBeMailed: boolean;
}

export interface MailState {
  kind: MailKind;
  status: MailStatus;
  tries: number;
  /** Why it has not gone out, in the mail server's words. */
  reason: string | null;
  /** When it ended, or is tried again. */
  at: string;
  /** A try was cut off, so that it may have arrived twice. */
  mayBeTwice: boolean;
}

export interface InvitationsService {
  /** Whether a mail server is set. */
  readonly canMail: boolean;
  /** What is understood of a list, and the mail. ApiError INVALID_INPUT, PERSONA_NOT_FOUND. */
  look(draft: InvitationDraft): Promise<InvitationLook>;
  /**
   * All of them or none. ApiError INVALID_INPUT, PERSONA_NOT_FOUND, NOT_POSSIBLE_NOW without a mail server, and those of
   * `SessionsService.create`.
   */
  invite(order: InvitationOrder): Promise<Invited[]>;
  /** The newest first. */
  list(of: {
    clientId: string;
    personaId?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<{ invitations: InvitationRow[]; hasMore: boolean }>;
  /**
   * Mails a new link in place of the old one, with the deadline there was while it is ahead. ApiError as `SessionsService.reinvite`, NOT_POSSIBLE_NOW
   * without an address or a mail server.
   */
  mailLink(of: { clientId: string; sessionId: string }): Promise<void>;
}

/** How a mail ended that was worked on. */
export interface MailEnd {
  mailId: string;
  sessionId: string;
  kind: MailKind;
  status: MailStatus;
}

/** What a worker does for invitations. */
export interface InvitationMails {
  /** Writes the reminders that are due; answers how many. */
  remind(): Promise<number>;
  /** Sends what is due, one after the other, until there is nothing, the server fails or `signal` aborts. */
  send(owner: string, signal: AbortSignal): Promise<MailEnd[]>;
  /** Takes name, address and words from invitations that are long over; answers how many. */
  forget(): Promise<number>;
}
