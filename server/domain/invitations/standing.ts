/** How a mail does. `unsure`: its sending was cut off twice, so that it may or may not have gone out. `dropped`: it was needed no more. */
export const mailStatuses = ['pending', 'sent', 'refused', 'given-up', 'unsure', 'dropped'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Where an invitation stands, the one word that a list shows. */
export const invitationStandings = [
  'sending',
  'sent',
  'handed-out',
  'refused',
  'unsure',
  'opened',
  'declined',
  'active',
  'done',
  'failed',
  'overdue',
] as const;
export type InvitationStanding = (typeof invitationStandings)[number];

/**
 * What the candidate did counts more than what the mail did, and a deadline that has passed more than both.
 *
 * @param mail of the newest mail with a link; null: the link was handed out
 */
export function invitationStanding(
  {
    state,
    openedAt,
    declinedAt,
    deadline,
    mail,
  }: {
    state: 'initiated' | 'active' | 'completed' | 'failed';
    openedAt: string | null;
    declinedAt: string | null;
    deadline: string;
    mail: MailStatus | null;
  },
  nowIso: string,
): InvitationStanding {
  if (state === 'completed') return 'done';
  if (state !== 'initiated') return state;
  if (declinedAt !== null) return 'declined';
  if (deadline < nowIso) return 'overdue';
  if (openedAt !== null) return 'opened';
  if (mail === null) return 'handed-out';
  if (mail === 'pending') return 'sending';
  if (mail === 'sent' || mail === 'unsure') return mail;
  return 'refused';
}
