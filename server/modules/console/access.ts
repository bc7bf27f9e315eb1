import { accountAccess } from './account/access.ts';
import { auditAccess } from './audit/access.ts';
import { backupsAccess } from './backups/access.ts';
import { candidatesAccess } from './candidates/access.ts';
import { clientsAccess } from './clients/access.ts';
import { creditsAccess } from './credits/access.ts';
import { deletionsAccess } from './deletions/access.ts';
import { installationAccess } from './installation/access.ts';
import { interviewSettingsAccess } from './interview-settings/access.ts';
import { invitationsAccess } from './invitations/access.ts';
import { jobsAccess } from './jobs/access.ts';
import { keysAccess } from './keys/access.ts';
import { matchesAccess } from './matches/access.ts';
import { overviewAccess } from './overview/access.ts';
import { peopleAccess } from './people/access.ts';
import { personasAccess } from './personas/access.ts';
import { playgroundAccess } from './playground/access.ts';
import { projectsAccess } from './projects/access.ts';
import { retentionAccess } from './retention/access.ts';
import type { Role, RouteAccess } from './route-access.ts';
import { runsAccess } from './runs/access.ts';
import { samplesAccess } from './samples/access.ts';
import { searchAccess } from './search/access.ts';
import { sessionsAccess } from './sessions/access.ts';
import { sharesAccess } from './shares/access.ts';
import { signInAccess } from './sign-in/access.ts';
import { uploadsAccess } from './uploads/access.ts';
import { webhooksAccess } from './webhooks/access.ts';

export {
  type Access,
  type ClientRole,
  clientRoles,
  type Role,
  type RouteAccess,
  roles,
} from './route-access.ts';

const ofAreas = {
  ...signInAccess,
  ...sharesAccess,
  ...accountAccess,
  ...overviewAccess,
  ...installationAccess,
  ...backupsAccess,
  ...retentionAccess,
  ...webhooksAccess,
  ...peopleAccess,
  ...auditAccess,
  ...clientsAccess,
  ...creditsAccess,
  ...projectsAccess,
  ...keysAccess,
  ...runsAccess,
  ...uploadsAccess,
  ...playgroundAccess,
  ...jobsAccess,
  ...matchesAccess,
  ...samplesAccess,
  ...candidatesAccess,
  ...searchAccess,
  ...personasAccess,
  ...sessionsAccess,
  ...invitationsAccess,
  ...interviewSettingsAccess,
  ...deletionsAccess,
};

export type ConsoleRoute = keyof typeof ofAreas;
type Routes = typeof ofAreas;

/**
 * Routes that change something: pages call them through `useChange`, which asks anew for what that made stale. Opening
 * a link to a candidate is recorded, and changes nothing.
 */
export type ChangeRoute = {
  [Route in ConsoleRoute]: Route extends `GET ${string}` | `POST /shared/${string}`
    ? never
    : Routes[Route] extends { action: string }
      ? Route
      : never;
}[ConsoleRoute];
/** The others; some are POST, because their question does not fit into an address. */
export type ReadRoute = Exclude<ConsoleRoute, ChangeRoute>;

/**
 * Every route of the console API and who may use it: the tables of all areas. The guard refuses to register a route that
 * is missing here, and start fails on an entry that no route answers, so this list is the interface. A change that does
 * not say what it makes stale does not compile.
 */
export const access = ofAreas satisfies Record<ChangeRoute, { stale: readonly ReadRoute[] }>;

/** What the audit log calls what is done and read in the console. */
export type ConsoleAction = {
  [Route in ConsoleRoute]: Routes[Route] extends { action: infer Action extends string }
    ? Action
    : Routes[Route] extends { reads: infer Action extends string }
      ? Action
      : never;
}[ConsoleRoute];

/** Whether a role may use a route. */
export function mayUse(route: ConsoleRoute, role: Role): boolean {
  const { who }: RouteAccess = access[route];
  if (role === 'owner' || who === 'public' || who === 'signed-in') return true;
  return who !== 'owner' && who.includes(role);
}
