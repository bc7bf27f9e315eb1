import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { access, type RouteAccess } from '../../../modules/console/access.ts';
import { type AnswerOf, type AnyInput, type Args, type ChangeRoute, type ReadRoute, send } from './client.ts';

/** Where a client's credits and runs under way are shown. */
const standing = [
  'GET /clients',
  'GET /clients/:clientId',
  'GET /clients/:clientId/credits',
  'GET /clients/:clientId/overview',
  'GET /installation/overview',
] as const;
/** Where candidates of corpora are shown. */
const inCorpora = [
  'GET /clients/:clientId/corpora',
  'GET /clients/:clientId/corpora/:corpusId',
  'GET /clients/:clientId/corpora/:corpusId/candidates',
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId',
  'GET /clients/:clientId/searches/:runId',
] as const;
/** Where a candidate is shown. */
const ofCandidates = [
  'GET /clients/:clientId/candidates',
  'GET /clients/:clientId/candidates/:candidateId',
  'GET /clients/:clientId/candidate-of',
] as const;
/** Where invitations are shown and counted. */
const ofInvitations = [
  ...ofCandidates,
  'GET /clients/:clientId/sessions',
  'GET /clients/:clientId/personas',
  'GET /clients/:clientId/personas/:personaId',
] as const;
/** Where links to a candidate are shown. */
const ofLinks = [
  'GET /clients/:clientId/candidates/:candidateId/links',
  'GET /clients/:clientId/candidates',
] as const;
/** Where it is shown how far candidates are. */
const ofDecisions = [...ofCandidates, 'GET /clients/:clientId/matches'] as const;
/** Where what was uploaded is shown. */
const ofUploads = [
  'GET /clients/:clientId/uploads',
  'GET /clients/:clientId/candidates',
  'GET /clients/:clientId/matches',
  'GET /clients/:clientId/jobs',
  'GET /clients/:clientId/jobs/:jobId',
  'GET /clients/:clientId/runs',
  ...standing,
] as const;
/** Where people are named, with their second factor. */
const people = ['GET /clients/:clientId/members', 'GET /installation/people'] as const;

/**
 * Which answers a change makes stale, in the client of its address where theirs has one. A test holds each list to the
 * least it must name; logs are added to every one whose route is recorded.
 */
export const staleAfter = {
  // Another person is at this browser: `changePerson` forgets everything.
  'POST /session': [],
  'DELETE /session': [],
  'POST /invites/accept': [],
  'PATCH /account': ['GET /account', 'GET /session', ...people],
  'POST /account/password': ['GET /account', 'GET /account/sessions'],
  'POST /account/totp': ['GET /account'],
  'POST /account/totp/confirm': ['GET /account', 'GET /session', ...people],
  'DELETE /account/totp': ['GET /account', 'GET /session', ...people],
  'POST /account/recovery-codes': ['GET /account'],
  'DELETE /account/sessions/:sessionId': ['GET /account/sessions'],

  'POST /installation/backups': ['GET /installation/backups'],
  'POST /installation/backups/verify': ['GET /installation/backups'],
  'POST /installation/hearing/languages': ['GET /installation/hearing', 'GET /installation/models'],
  'DELETE /installation/hearing/languages': ['GET /installation/hearing', 'GET /installation/models'],
  'PUT /installation/prices': ['GET /installation/prices', 'GET /clients/:clientId'],
  'PUT /installation/retention': [
    'GET /installation/retention',
    'POST /installation/retention/preview',
    'GET /clients/:clientId/retention',
  ],
  // The secret is shown when a person asks, which is recorded, and never by itself.
  'POST /installation/webhook-secret/rotate': [],
  'POST /installation/people/invites': ['GET /installation/people'],
  'DELETE /installation/people/invites/:inviteId': ['GET /installation/people'],
  'POST /installation/people/:userId/reset': ['GET /installation/people'],
  'PATCH /installation/people/:userId': [...people, 'GET /session'],
  'POST /installation/audit/verify': [],

  'POST /clients': ['GET /clients', 'GET /installation/overview', 'GET /session'],
  'PATCH /clients/:clientId': [
    'GET /clients',
    'GET /clients/:clientId',
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/overview',
    'GET /installation/overview',
    'GET /installation/people',
    'GET /session',
  ],
  'PUT /clients/:clientId/prices': ['GET /clients/:clientId', 'GET /installation/prices'],
  'POST /clients/:clientId/credits': standing,

  'POST /clients/:clientId/members': ['GET /clients/:clientId/members'],
  'PATCH /clients/:clientId/members/:userId': [...people, 'GET /session'],
  'DELETE /clients/:clientId/members/:userId': [...people, 'GET /session'],
  'DELETE /clients/:clientId/invites/:inviteId': ['GET /clients/:clientId/members'],

  'POST /clients/:clientId/projects': ['GET /clients/:clientId/projects', 'GET /clients/:clientId/overview'],
  'PATCH /clients/:clientId/projects/:projectId': [
    'GET /clients/:clientId/projects',
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/overview',
    'GET /clients/:clientId/runs',
    'GET /clients/:clientId/runs/:runId',
  ],
  'POST /clients/:clientId/keys': [
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/projects',
    'GET /clients/:clientId/overview',
  ],
  'PATCH /clients/:clientId/keys/:keyId': ['GET /clients/:clientId/keys', 'GET /clients/:clientId/projects'],
  'POST /clients/:clientId/keys/:keyId/revoke': [
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/projects',
    'GET /clients/:clientId/overview',
  ],
  'POST /clients/:clientId/keys/:keyId/extend': [
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/projects',
    'GET /clients/:clientId/overview',
  ],
  'POST /clients/:clientId/keys/:keyId/rotate': [
    'GET /clients/:clientId/keys',
    'GET /clients/:clientId/projects',
    'GET /clients/:clientId/overview',
  ],

  'POST /clients/:clientId/runs/:runId/candidate': [
    'GET /clients/:clientId/runs',
    'GET /clients/:clientId/runs/:runId',
  ],
  'POST /clients/:clientId/uploads': ['GET /clients/:clientId/uploads'],
  'DELETE /clients/:clientId/uploads/:uploadId': ['GET /clients/:clientId/uploads'],
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId': ofUploads,
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId/again': ofUploads,
  'POST /clients/:clientId/playground': [
    'GET /clients/:clientId/runs',
    'GET /clients/:clientId/candidates',
    ...standing,
  ],

  'POST /clients/:clientId/jobs': ['GET /clients/:clientId/jobs', 'POST /clients/:clientId/jobs/check'],
  'PATCH /clients/:clientId/jobs/:jobId': [
    'GET /clients/:clientId/jobs',
    'POST /clients/:clientId/jobs/check',
    'GET /clients/:clientId/jobs/:jobId',
    'GET /clients/:clientId/jobs/:jobId/versions',
    // It says whether the job has changed since.
    'GET /clients/:clientId/matches/:runId',
  ],
  'POST /clients/:clientId/jobs/:jobId/archive': [
    'GET /clients/:clientId/jobs',
    'POST /clients/:clientId/jobs/check',
    'GET /clients/:clientId/jobs/:jobId',
  ],
  'POST /clients/:clientId/matches': [
    'GET /clients/:clientId/candidates',
    'GET /clients/:clientId/matches',
    'GET /clients/:clientId/jobs',
    'GET /clients/:clientId/jobs/:jobId',
    'GET /clients/:clientId/runs',
    ...standing,
  ],

  'POST /clients/:clientId/samples': ['GET /clients/:clientId/samples'],
  'DELETE /clients/:clientId/samples': ['GET /clients/:clientId/samples'],
  'POST /clients/:clientId/candidates': ofCandidates,
  'POST /clients/:clientId/candidates/decisions': ofDecisions,
  'POST /clients/:clientId/candidates/decisions/undo': ofDecisions,
  'POST /clients/:clientId/candidates/import': ofCandidates,
  'PATCH /clients/:clientId/candidates/:candidateId': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/notes': ofCandidates,
  'DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/decisions': ofDecisions,
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': ofDecisions,
  'POST /clients/:clientId/candidates/:candidateId/merge': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/separate': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/split': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/entries': ofCandidates,
  'POST /clients/:clientId/candidates/:candidateId/links': ofLinks,
  'POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke': ofLinks,

  'POST /clients/:clientId/searches': [
    'GET /clients/:clientId/searches',
    'GET /clients/:clientId/runs',
    ...standing,
  ],
  'DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId': inCorpora,
  'POST /clients/:clientId/corpora/:corpusId/lists': inCorpora,

  'POST /clients/:clientId/personas': ['GET /clients/:clientId/personas'],
  'PATCH /clients/:clientId/personas/:personaId': [
    'GET /clients/:clientId/personas',
    'GET /clients/:clientId/personas/:personaId',
  ],
  'POST /clients/:clientId/personas/:personaId/archive': [
    'GET /clients/:clientId/personas',
    'GET /clients/:clientId/personas/:personaId',
  ],
  'POST /clients/:clientId/personas/:personaId/trials': [],
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': ofInvitations,
  'POST /clients/:clientId/personas/:personaId/sessions': ofInvitations,
  'POST /clients/:clientId/personas/:personaId/invitations': [
    'GET /clients/:clientId/invitations',
    'POST /clients/:clientId/personas/:personaId/invitations/look',
    'GET /clients/:clientId/sessions',
    'GET /clients/:clientId/candidates',
    'GET /clients/:clientId/personas',
    'GET /clients/:clientId/personas/:personaId',
  ],
  'POST /clients/:clientId/sessions/:runId/mail-link': [
    'GET /clients/:clientId/invitations',
    'GET /clients/:clientId/sessions',
    'GET /clients/:clientId/sessions/:runId',
  ],
  'POST /clients/:clientId/sessions/:runId/reinvite': [
    'GET /clients/:clientId/invitations',
    'GET /clients/:clientId/sessions',
    'GET /clients/:clientId/sessions/:runId',
  ],
  'PUT /clients/:clientId/interview-webhook': ['GET /clients/:clientId/interview-webhook'],
  'PUT /clients/:clientId/interview-notice': ['GET /clients/:clientId/interview-notice'],

  'POST /clients/:clientId/webhooks/secrets/rotate': ['GET /clients/:clientId/webhooks/secrets'],
  // It lifts the 410 of its address.
  'POST /clients/:clientId/webhooks/deliveries/:messageId/resend': [
    'GET /clients/:clientId/webhooks/deliveries',
    'GET /clients/:clientId/webhooks/deliveries/:messageId',
    'GET /clients/:clientId/webhooks/disabled',
  ],
  'POST /clients/:clientId/webhooks/test': [
    'GET /clients/:clientId/webhooks/deliveries',
    'GET /clients/:clientId/webhooks/disabled',
  ],
  'POST /clients/:clientId/webhooks/enable': [
    'GET /clients/:clientId/webhooks/deliveries',
    'GET /clients/:clientId/webhooks/disabled',
  ],

  'PUT /clients/:clientId/retention': [
    'GET /clients/:clientId/retention',
    'POST /installation/retention/preview',
  ],
  'POST /clients/:clientId/deletions': [
    ...ofCandidates,
    'GET /clients/:clientId/deletions',
    'GET /clients/:clientId/jobs',
    'GET /clients/:clientId/matches',
    'GET /clients/:clientId/overview',
    'GET /clients/:clientId/runs',
    'GET /clients/:clientId/sessions',
  ],
} as const satisfies Record<ChangeRoute, readonly ReadRoute[]>;

const logs = ['GET /clients/:clientId/audit', 'GET /installation/audit'] as const;

/** Asks anew for what a change made stale; what no page shows just now, when one does. Resolves when it is there. */
export function refresh(queries: QueryClient, route: ChangeRoute, params: Record<string, string> = {}) {
  const { action }: RouteAccess = access[route];
  const stale: readonly ReadRoute[] = [...staleAfter[route], ...(action ? logs : [])];
  return Promise.all(
    stale.map((read) => {
      const named = Object.entries(params).filter(([name]) => `${read}/`.includes(`/:${name}/`));
      return queries.invalidateQueries({ queryKey: [read, Object.fromEntries(named)] });
    }),
  );
}

/** Calls a route that changes something; once it answers, so do the pages that it concerns. */
export function useChange() {
  const queries = useQueryClient();
  return async <Route extends ChangeRoute>(route: Route, ...args: Args<Route>): Promise<AnswerOf<Route>> => {
    const answer = await send(route, args);
    const { params }: AnyInput = args[0] ?? {};
    await refresh(queries, route, params);
    return answer;
  };
}

/** For changes that were not made by `useChange`: uploads. */
export function useRefresh() {
  const queries = useQueryClient();
  return (route: ChangeRoute, params: Record<string, string>) => refresh(queries, route, params);
}
