import { everybody, type RouteAccess } from '../route-access.ts';

export const overviewAccess = {
  'GET /installation/overview': { who: 'owner' },
  'GET /clients/:clientId/overview': { who: everybody },
} as const satisfies Record<string, RouteAccess>;
