import { admins, everybody, type RouteAccess } from '../route-access.ts';

export const personasAccess = {
  'GET /clients/:clientId/personas': { who: everybody },
  'POST /clients/:clientId/personas': {
    who: admins,
    action: 'persona.create',
    stale: ['GET /clients/:clientId/personas'],
  },
  'POST /clients/:clientId/personas/look': { who: everybody },
  'POST /clients/:clientId/personas/voice': { who: everybody },
  'GET /clients/:clientId/personas/:personaId': { who: everybody },
  'PATCH /clients/:clientId/personas/:personaId': {
    who: admins,
    action: 'persona.change',
    stale: ['GET /clients/:clientId/personas', 'GET /clients/:clientId/personas/:personaId'],
  },
  'POST /clients/:clientId/personas/:personaId/archive': {
    who: admins,
    action: 'persona.archive',
    stale: ['GET /clients/:clientId/personas', 'GET /clients/:clientId/personas/:personaId'],
  },
  'POST /clients/:clientId/personas/:personaId/trials': { who: admins, action: 'persona.try', stale: [] },
} as const satisfies Record<string, RouteAccess>;
