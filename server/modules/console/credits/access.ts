import { everybody, type RouteAccess } from '../route-access.ts';

/** Where a client's credits and runs under way are shown. */
export const standing = [
  'GET /clients',
  'GET /clients/:clientId',
  'GET /clients/:clientId/credits',
  'GET /clients/:clientId/overview',
  'GET /installation/overview',
] as const;

export const creditsAccess = {
  'GET /clients/:clientId/credits': { who: everybody },
  'POST /clients/:clientId/credits': { who: 'owner', action: 'credits.add', stale: standing },
} as const satisfies Record<string, RouteAccess>;
