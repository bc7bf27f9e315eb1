import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

export const jobsAccess = {
  'GET /clients/:clientId/jobs': { who: everybody },
  'POST /clients/:clientId/jobs': {
    who: recruiters,
    action: 'job.create',
    stale: ['GET /clients/:clientId/jobs', 'POST /clients/:clientId/jobs/check'],
  },
  'POST /clients/:clientId/jobs/check': { who: recruiters },
  'GET /clients/:clientId/jobs/:jobId': { who: everybody },
  'PATCH /clients/:clientId/jobs/:jobId': {
    who: recruiters,
    action: 'job.change',
    stale: [
      'GET /clients/:clientId/jobs',
      'POST /clients/:clientId/jobs/check',
      'GET /clients/:clientId/jobs/:jobId',
      'GET /clients/:clientId/jobs/:jobId/versions',
      // It says whether the job has changed since.
      'GET /clients/:clientId/matches/:runId',
    ],
  },
  'POST /clients/:clientId/jobs/:jobId/archive': {
    who: recruiters,
    action: 'job.archive',
    stale: [
      'GET /clients/:clientId/jobs',
      'POST /clients/:clientId/jobs/check',
      'GET /clients/:clientId/jobs/:jobId',
    ],
  },
  'GET /clients/:clientId/jobs/:jobId/versions': { who: everybody },
} as const satisfies Record<string, RouteAccess>;
