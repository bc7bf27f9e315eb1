import type { Invitation, LiveSession } from '../modules/interview/types.ts';

/** Of a session, what its candidate may know. */
export const invitationOf = (session: LiveSession): Invitation => ({
  sessionId: session.sessionId,
  state: session.state,
  roleName: session.roleName,
  language: session.language,
  maxMinutes: session.maxMinutes,
  consentMode: session.consentMode,
  clientName: session.clientName,
  expiresAt: session.expiresAt,
  trial: session.trial,
});
