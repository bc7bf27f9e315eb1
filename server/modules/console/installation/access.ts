import type { RouteAccess } from '../route-access.ts';

export const installationAccess = {
  'GET /installation/system': { who: 'owner' },
  'GET /installation/models': { who: 'signed-in' },
  'GET /installation/hearing': { who: 'signed-in' },
  'POST /installation/hearing/languages': {
    who: 'owner',
    action: 'languages.install',
    stale: ['GET /installation/hearing', 'GET /installation/models'],
  },
  'DELETE /installation/hearing/languages': {
    who: 'owner',
    action: 'languages.stop',
    stale: ['GET /installation/hearing', 'GET /installation/models'],
  },
  'GET /installation/health': { who: 'signed-in' },
  'GET /installation/prices': { who: 'owner' },
  'PUT /installation/prices': {
    who: 'owner',
    action: 'prices.change',
    stale: ['GET /installation/prices', 'GET /clients/:clientId'],
  },
} as const satisfies Record<string, RouteAccess>;
