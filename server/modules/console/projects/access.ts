import { admins, everybody, type RouteAccess } from '../route-access.ts';

export const projectsAccess = {
  'GET /clients/:clientId/projects': { who: everybody },
  'POST /clients/:clientId/projects': {
    who: admins,
    action: 'project.create',
    stale: ['GET /clients/:clientId/projects', 'GET /clients/:clientId/overview'],
  },
  'PATCH /clients/:clientId/projects/:projectId': {
    who: admins,
    action: 'project.change',
    stale: [
      'GET /clients/:clientId/projects',
      'GET /clients/:clientId/keys',
      'GET /clients/:clientId/overview',
      'GET /clients/:clientId/runs',
      'GET /clients/:clientId/runs/:runId',
    ],
  },
} as const satisfies Record<string, RouteAccess>;
