import { admins, type RouteAccess } from '../route-access.ts';

export const auditAccess = {
  'GET /installation/audit': { who: 'owner' },
  'GET /installation/audit/export': { who: 'owner', action: 'audit.export', recordsItself: true },
  'POST /installation/audit/verify': { who: 'owner', action: 'audit.verify', recordsItself: true, stale: [] },
  'GET /clients/:clientId/audit': { who: admins },
  'GET /clients/:clientId/audit/export': { who: admins, action: 'audit.export', recordsItself: true },
} as const satisfies Record<string, RouteAccess>;
