import { ofCandidates } from '../candidates/access.ts';
import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

/** Where invitations are shown and counted. */
const ofInvitations = [
  ...ofCandidates,
  'GET /clients/:clientId/sessions',
  'GET /clients/:clientId/personas',
  'GET /clients/:clientId/personas/:personaId',
] as const;

export const sessionsAccess = {
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': {
    who: recruiters,
    action: 'interview.invite',
    stale: ofInvitations,
  },
  'POST /clients/:clientId/personas/:personaId/sessions': {
    who: recruiters,
    action: 'interview.invite',
    stale: ofInvitations,
  },
  'GET /clients/:clientId/sessions': { who: everybody },
  'GET /clients/:clientId/sessions/:runId': { who: everybody },
  'POST /clients/:clientId/sessions/:runId/reinvite': {
    who: recruiters,
    action: 'interview.reinvite',
    stale: [
      'GET /clients/:clientId/invitations',
      'GET /clients/:clientId/sessions',
      'GET /clients/:clientId/sessions/:runId',
    ],
  },
  'GET /clients/:clientId/sessions/:runId/transcript': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/answers': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/evidence': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/recording': { who: everybody, reads: 'interview.listen' },
  'GET /clients/:clientId/sessions/:runId/peaks': { who: everybody },
} as const satisfies Record<string, RouteAccess>;
