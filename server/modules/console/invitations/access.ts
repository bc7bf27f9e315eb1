import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

export const invitationsAccess = {
  'POST /clients/:clientId/personas/:personaId/invitations/look': { who: recruiters },
  'POST /clients/:clientId/personas/:personaId/invitations': {
    who: recruiters,
    action: 'interview.invite-many',
    stale: [
      'GET /clients/:clientId/invitations',
      'POST /clients/:clientId/personas/:personaId/invitations/look',
      'GET /clients/:clientId/sessions',
      'GET /clients/:clientId/candidates',
      'GET /clients/:clientId/personas',
      'GET /clients/:clientId/personas/:personaId',
    ],
  },
  'GET /clients/:clientId/invitations': { who: everybody },
  'POST /clients/:clientId/sessions/:runId/mail-link': {
    who: recruiters,
    action: 'interview.mail-link',
    stale: [
      'GET /clients/:clientId/invitations',
      'GET /clients/:clientId/sessions',
      'GET /clients/:clientId/sessions/:runId',
    ],
  },
} as const satisfies Record<string, RouteAccess>;
