import { admins, everybody, type RouteAccess } from '../route-access.ts';

export const retentionAccess = {
  'GET /installation/retention': { who: 'owner' },
  'PUT /installation/retention': {
    who: 'owner',
    action: 'retention.change',
    stale: [
      'GET /installation/retention',
      'POST /installation/retention/preview',
      'GET /clients/:clientId/retention',
    ],
  },
  'POST /installation/retention/preview': { who: 'owner' },
  'GET /clients/:clientId/retention': { who: everybody },
  'PUT /clients/:clientId/retention': {
    who: admins,
    action: 'retention.change',
    stale: ['GET /clients/:clientId/retention', 'POST /installation/retention/preview'],
  },
  'POST /clients/:clientId/retention/preview': { who: admins },
} as const satisfies Record<string, RouteAccess>;
