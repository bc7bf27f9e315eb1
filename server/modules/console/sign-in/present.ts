import type { SignedIn } from '../../accounts/types.ts';
import { mustAddSecondFactor } from '../guard.ts';
import type { ConsoleDeps } from '../types.ts';
import type { OpenClient, SessionAnswer } from './contract.ts';

/** Who is signed in and what they may open. */
export async function sessionAnswer(
  { accounts, identity, secondFactorRoles }: Pick<ConsoleDeps, 'accounts' | 'identity' | 'secondFactorRoles'>,
  signedIn: SignedIn | undefined,
): Promise<SessionAnswer> {
  return {
    person: signedIn
      ? {
          id: signedIn.user.id,
          email: signedIn.user.email,
          name: signedIn.user.name,
          isOwner: signedIn.user.isOwner,
          totpEnabled: signedIn.user.totpEnabled,
          mustAddSecondFactor: mustAddSecondFactor(signedIn, secondFactorRoles),
          clients: await openClients(identity, signedIn),
        }
      : null,
    oidc: accounts.singleSignOn && { label: accounts.singleSignOn.label },
    isSetUp: signedIn !== undefined || (await accounts.people.hasOwner()),
  };
}

async function openClients(
  identity: Pick<ConsoleDeps['identity'], 'listClients'>,
  { user, memberships }: SignedIn,
): Promise<OpenClient[]> {
  if (!user.isOwner) {
    return memberships.map(({ clientId, clientName, clientActive, role }) => ({
      id: clientId,
      name: clientName,
      role,
      isActive: clientActive,
    }));
  }
  const all = await identity.listClients();
  return all
    .map(({ id, name, active }) => ({ id, name, role: 'owner' as const, isActive: active }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
