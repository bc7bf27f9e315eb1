import { standing } from '../credits/access.ts';
import { admins, everybody, type RouteAccess, recruiters } from '../route-access.ts';

/** Where candidates of corpora are shown. */
const inCorpora = [
  'GET /clients/:clientId/corpora',
  'GET /clients/:clientId/corpora/:corpusId',
  'GET /clients/:clientId/corpora/:corpusId/candidates',
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId',
  'GET /clients/:clientId/searches/:runId',
] as const;

export const searchAccess = {
  'GET /clients/:clientId/corpora': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId/candidates': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    who: everybody,
    reads: 'candidate.read',
  },
  'DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    who: admins,
    action: 'candidate.delete',
    stale: inCorpora,
  },
  'POST /clients/:clientId/corpora/:corpusId/lists': {
    who: recruiters,
    action: 'candidates.list',
    stale: inCorpora,
  },
  'GET /clients/:clientId/searches': { who: everybody },
  'POST /clients/:clientId/searches': {
    who: recruiters,
    action: 'search.submit',
    stale: ['GET /clients/:clientId/searches', 'GET /clients/:clientId/runs', ...standing],
  },
  'GET /clients/:clientId/searches/:runId': { who: everybody, reads: 'search.read' },
  'GET /clients/:clientId/searches/:runId/export': { who: everybody, reads: 'search.export' },
  'GET /clients/:clientId/searches/:runId/events': { who: everybody },
} as const satisfies Record<string, RouteAccess>;
