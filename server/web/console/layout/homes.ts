import type { Role } from '../../../modules/console/access.ts';

/** Where people work. Each place has a start page of its own. */
export type HomeName = 'recruiting' | 'developers' | 'operator';

const KEY = 'assay.home';

/** Where a person begins who has opened no start page in this browser: with the work that only their role can do. */
const firstHomes: Readonly<Record<Role, HomeName>> = {
  viewer: 'recruiting',
  recruiter: 'recruiting',
  // May make keys.
  admin: 'developers',
  owner: 'operator',
};

const homesOf: Readonly<Record<Role, readonly HomeName[]>> = {
  viewer: ['recruiting'],
  recruiter: ['recruiting'],
  admin: ['recruiting', 'developers'],
  owner: ['recruiting', 'developers', 'operator'],
};

/**
 * The start page of a role: the one that was open last, if it is theirs.
 *
 * @param last name of the start page that was open last in this browser
 * @param clientId the client to open; undefined where there is none, which leaves the operator's page
 * @returns its address; undefined for a person without a client who is no owner
 */
export function homeAddress(
  role: Role,
  { last, clientId }: { last: string | null; clientId: string | undefined },
): string | undefined {
  const home = homesOf[role].find((name) => name === last) ?? firstHomes[role];
  if (role === 'owner' && (home === 'operator' || !clientId)) return '/installation/overview';
  if (!clientId) return undefined;
  return `/c/${clientId}/${home === 'developers' ? 'developers' : 'overview'}`;
}

export const lastHome = (): string | null => localStorage.getItem(KEY);

/** Called by each start page as it opens. */
export const rememberHome = (name: HomeName): void => localStorage.setItem(KEY, name);
