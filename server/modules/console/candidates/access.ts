import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

/** Where a candidate is shown. */
export const ofCandidates = [
  'GET /clients/:clientId/candidates',
  'GET /clients/:clientId/candidates/:candidateId',
  'GET /clients/:clientId/candidate-of',
] as const;
/** Where it is shown how far candidates are. */
const ofDecisions = [...ofCandidates, 'GET /clients/:clientId/matches'] as const;

export const candidatesAccess = {
  'GET /clients/:clientId/candidates': { who: everybody },
  'POST /clients/:clientId/candidates': { who: recruiters, action: 'candidate.create', stale: ofCandidates },
  'POST /clients/:clientId/candidates/decisions': {
    who: recruiters,
    action: 'candidate.decide',
    stale: ofDecisions,
  },
  'POST /clients/:clientId/candidates/decisions/undo': {
    who: recruiters,
    action: 'candidate.decide.undo',
    stale: ofDecisions,
  },
  'POST /clients/:clientId/candidates/import/check': { who: recruiters },
  'POST /clients/:clientId/candidates/import': {
    who: recruiters,
    action: 'candidates.import',
    stale: ofCandidates,
  },
  'GET /clients/:clientId/candidate-of': { who: everybody },
  'GET /clients/:clientId/candidates/:candidateId': { who: everybody, reads: 'candidate.open' },
  'PATCH /clients/:clientId/candidates/:candidateId': {
    who: recruiters,
    action: 'candidate.change',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/notes': {
    who: recruiters,
    action: 'candidate.note',
    stale: ofCandidates,
  },
  'DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId': {
    who: recruiters,
    action: 'candidate.note.delete',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions': {
    who: recruiters,
    action: 'candidate.decide',
    stale: ofDecisions,
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': {
    who: recruiters,
    action: 'candidate.decide.undo',
    stale: ofDecisions,
  },
  'POST /clients/:clientId/candidates/:candidateId/merge': {
    who: recruiters,
    action: 'candidate.merge',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/separate': {
    who: recruiters,
    action: 'candidate.separate',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/split': {
    who: recruiters,
    action: 'candidate.split',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss': {
    who: recruiters,
    action: 'candidate.different',
    stale: ofCandidates,
  },
  'POST /clients/:clientId/candidates/:candidateId/entries': {
    who: recruiters,
    action: 'candidate.assign',
    stale: ofCandidates,
  },
} as const satisfies Record<string, RouteAccess>;
