import { admins, everybody, type RouteAccess } from '../route-access.ts';

export const interviewSettingsAccess = {
  'GET /clients/:clientId/interview-webhook': { who: admins },
  'PUT /clients/:clientId/interview-webhook': {
    who: admins,
    action: 'interview.webhook',
    stale: ['GET /clients/:clientId/interview-webhook'],
  },
  'GET /clients/:clientId/interview-notice': { who: everybody },
  'PUT /clients/:clientId/interview-notice': {
    who: admins,
    action: 'interview.notice',
    stale: ['GET /clients/:clientId/interview-notice'],
  },
} as const satisfies Record<string, RouteAccess>;
