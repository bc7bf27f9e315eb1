import type { RouteAccess } from '../route-access.ts';

export const signInAccess = {
  'GET /session': { who: 'public' },
  // Another person is at this browser: `changePerson` forgets everything.
  'POST /session': { who: 'public', action: 'session.start', recordsItself: true, stale: [] },
  'DELETE /session': { who: 'signed-in', action: 'session.end', stale: [] },
  // Tokens travel in bodies: addresses end up in logs.
  'POST /invites/check': { who: 'public' },
  'POST /invites/accept': { who: 'public', action: 'invite.accept', recordsItself: true, stale: [] },
  'GET /oidc/start': { who: 'public' },
  'GET /oidc/callback': { who: 'public', action: 'session.start', recordsItself: true },
} as const satisfies Record<string, RouteAccess>;
