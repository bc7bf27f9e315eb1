import { standing } from '../credits/access.ts';
import { type RouteAccess, recruiters } from '../route-access.ts';

export const playgroundAccess = {
  'POST /clients/:clientId/playground': {
    who: recruiters,
    action: 'playground.submit',
    recordsItself: true,
    stale: ['GET /clients/:clientId/runs', 'GET /clients/:clientId/candidates', ...standing],
  },
} as const satisfies Record<string, RouteAccess>;
