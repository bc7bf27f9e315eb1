import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

export const samplesAccess = {
  'GET /clients/:clientId/samples': { who: everybody },
  'POST /clients/:clientId/samples': {
    who: recruiters,
    action: 'samples.show',
    stale: ['GET /clients/:clientId/samples'],
  },
  'DELETE /clients/:clientId/samples': {
    who: recruiters,
    action: 'samples.remove',
    stale: ['GET /clients/:clientId/samples'],
  },
} as const satisfies Record<string, RouteAccess>;
