import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

/** Where links to a candidate are shown. */
const ofLinks = [
  'GET /clients/:clientId/candidates/:candidateId/links',
  'GET /clients/:clientId/candidates',
] as const;

export const sharesAccess = {
  'POST /shared/candidate': { who: 'public', action: 'candidate.share.open' },
  'POST /shared/candidate/file': { who: 'public', action: 'candidate.share.download' },
  'GET /clients/:clientId/candidates/:candidateId/cvs/:runId': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/candidates/:candidateId/sheet': { who: everybody, reads: 'candidate.read' },
  'GET /clients/:clientId/candidates/:candidateId/links': { who: everybody },
  'POST /clients/:clientId/candidates/:candidateId/links': {
    who: recruiters,
    action: 'candidate.share',
    stale: ofLinks,
  },
  'POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke': {
    who: recruiters,
    action: 'candidate.share.revoke',
    stale: ofLinks,
  },
} as const satisfies Record<string, RouteAccess>;
