import { admins, type RouteAccess } from '../route-access.ts';

export const keysAccess = {
  'GET /clients/:clientId/keys': { who: admins },
  'POST /clients/:clientId/keys': {
    who: admins,
    action: 'key.create',
    stale: [
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/projects',
      'GET /clients/:clientId/overview',
    ],
  },
  'POST /clients/:clientId/keys/check': { who: admins },
  'PATCH /clients/:clientId/keys/:keyId': {
    who: admins,
    action: 'key.change',
    stale: ['GET /clients/:clientId/keys', 'GET /clients/:clientId/projects'],
  },
  'POST /clients/:clientId/keys/:keyId/revoke': {
    who: admins,
    action: 'key.revoke',
    stale: [
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/projects',
      'GET /clients/:clientId/overview',
    ],
  },
  'POST /clients/:clientId/keys/:keyId/extend': {
    who: admins,
    action: 'key.extend',
    stale: [
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/projects',
      'GET /clients/:clientId/overview',
    ],
  },
  'POST /clients/:clientId/keys/:keyId/rotate': {
    who: admins,
    action: 'key.rotate',
    stale: [
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/projects',
      'GET /clients/:clientId/overview',
    ],
  },
} as const satisfies Record<string, RouteAccess>;
