import { ofCandidates } from '../candidates/access.ts';
import { admins, type RouteAccess } from '../route-access.ts';

export const deletionsAccess = {
  'GET /clients/:clientId/deletions': { who: admins },
  'POST /clients/:clientId/deletions': {
    who: admins,
    action: 'data.delete',
    stale: [
      ...ofCandidates,
      'GET /clients/:clientId/deletions',
      'GET /clients/:clientId/jobs',
      'GET /clients/:clientId/matches',
      'GET /clients/:clientId/overview',
      'GET /clients/:clientId/runs',
      'GET /clients/:clientId/sessions',
    ],
  },
  'POST /clients/:clientId/deletions/preview': { who: admins },
  'GET /clients/:clientId/deletions/:deletionId': { who: admins },
} as const satisfies Record<string, RouteAccess>;
