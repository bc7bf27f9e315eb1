import { admins, type RouteAccess } from '../route-access.ts';

/** Where people are named, with their second factor. */
export const people = ['GET /clients/:clientId/members', 'GET /installation/people'] as const;

export const peopleAccess = {
  'GET /installation/people': { who: 'owner' },
  'POST /installation/people/invites': {
    who: 'owner',
    action: 'owner.invite',
    stale: ['GET /installation/people'],
  },
  'DELETE /installation/people/invites/:inviteId': {
    who: 'owner',
    action: 'owner.invite.revoke',
    stale: ['GET /installation/people'],
  },
  'POST /installation/people/:userId/reset': {
    who: 'owner',
    action: 'person.reset',
    stale: ['GET /installation/people'],
  },
  'PATCH /installation/people/:userId': {
    who: 'owner',
    action: 'person.change',
    stale: [...people, 'GET /session'],
  },
  'GET /clients/:clientId/members': { who: admins },
  'POST /clients/:clientId/members': {
    who: admins,
    action: 'member.invite',
    stale: ['GET /clients/:clientId/members'],
  },
  'PATCH /clients/:clientId/members/:userId': {
    who: admins,
    action: 'member.change',
    stale: [...people, 'GET /session'],
  },
  'DELETE /clients/:clientId/members/:userId': {
    who: admins,
    action: 'member.remove',
    stale: [...people, 'GET /session'],
  },
  'DELETE /clients/:clientId/invites/:inviteId': {
    who: admins,
    action: 'invite.revoke',
    stale: ['GET /clients/:clientId/members'],
  },
} as const satisfies Record<string, RouteAccess>;
