import { standing } from '../credits/access.ts';
import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

export const matchesAccess = {
  'GET /clients/:clientId/matches': { who: everybody },
  'POST /clients/:clientId/matches': {
    who: recruiters,
    action: 'match.submit',
    recordsItself: true,
    stale: [
      'GET /clients/:clientId/candidates',
      'GET /clients/:clientId/matches',
      'GET /clients/:clientId/jobs',
      'GET /clients/:clientId/jobs/:jobId',
      'GET /clients/:clientId/runs',
      ...standing,
    ],
  },
  'GET /clients/:clientId/matches/:runId': { who: everybody, reads: 'match.read' },
  'GET /clients/:clientId/matches/:runId/cv': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/matches/:runId/cv/text': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/matches/:runId/events': { who: everybody },
} as const satisfies Record<string, RouteAccess>;
