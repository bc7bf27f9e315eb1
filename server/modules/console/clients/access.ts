import { everybody, type RouteAccess } from '../route-access.ts';

export const clientsAccess = {
  'GET /clients': { who: 'signed-in' },
  'POST /clients': {
    who: 'owner',
    action: 'client.create',
    stale: ['GET /clients', 'GET /installation/overview', 'GET /session'],
  },
  'GET /clients/:clientId': { who: everybody },
  'PATCH /clients/:clientId': {
    who: 'owner',
    action: 'client.change',
    stale: [
      'GET /clients',
      'GET /clients/:clientId',
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/overview',
      'GET /installation/overview',
      'GET /installation/people',
      'GET /session',
    ],
  },
  'PUT /clients/:clientId/prices': {
    who: 'owner',
    action: 'client.prices',
    stale: ['GET /clients/:clientId', 'GET /installation/prices'],
  },
} as const satisfies Record<string, RouteAccess>;
