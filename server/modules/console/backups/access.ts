import type { RouteAccess } from '../route-access.ts';

export const backupsAccess = {
  'GET /installation/backups': { who: 'owner' },
  'POST /installation/backups': {
    who: 'owner',
    action: 'backup.request',
    stale: ['GET /installation/backups'],
  },
  'POST /installation/backups/verify': {
    who: 'owner',
    action: 'backup.verify',
    stale: ['GET /installation/backups'],
  },
} as const satisfies Record<string, RouteAccess>;
