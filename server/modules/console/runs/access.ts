import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

export const runsAccess = {
  'GET /clients/:clientId/runs': { who: everybody },
  'GET /clients/:clientId/runs/:runId': { who: everybody, reads: 'run.read' },
  'GET /clients/:clientId/runs/:runId/report': { who: everybody, reads: 'run.read' },
  'GET /clients/:clientId/runs/:runId/audio': { who: everybody, reads: 'recording.read' },
  'GET /clients/:clientId/runs/:runId/peaks': { who: everybody },
  'GET /clients/:clientId/runs/:runId/events': { who: everybody },
  'POST /clients/:clientId/runs/:runId/candidate': {
    who: recruiters,
    action: 'run.rescore',
    stale: ['GET /clients/:clientId/runs', 'GET /clients/:clientId/runs/:runId'],
  },
} as const satisfies Record<string, RouteAccess>;
