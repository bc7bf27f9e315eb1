import { type ClientRole, clientRoles, type Role, roles } from '../accounts/types.ts';

/**
 * What each area says of its routes in its `access.ts`. Paths are relative to /console/api. Everything below
 * /clients/:clientId shows one client's data only; to people without a role there the client does not exist.
 */

export { type ClientRole, clientRoles, type Role, roles };

/** `public`: without a session. `signed-in`: any account, about itself. `owner`: the installation's owners. */
export type Access = 'public' | 'signed-in' | 'owner' | readonly ClientRole[];

export interface RouteAccess {
  who: Access;
  /** What the audit log calls it; every route that changes something has one and records it. */
  action?: string;
  /** What the audit log calls a reading of what a candidate said or wrote. */
  reads?: string;
  /**
   * Its handler takes its time (it hashes, waits for an upload or asks another server), or counts refusals that must stay: it
   * records in the transaction of its change. The others are one transaction each, entry and all.
   */
  recordsItself?: true;
  /**
   * Which answers a change makes stale, in the client of its address where theirs has one. A test holds each list to the
   * least it must name; logs are added to every one whose route is recorded.
   */
  stale?: readonly string[];
}

export const admins = ['admin'] as const;
export const recruiters = ['admin', 'recruiter'] as const;
export const everybody = ['admin', 'recruiter', 'viewer'] as const;
