import { ApiError } from '../../errors.ts';
import type { Client, IdentityService, ModulePermission } from '../identity/types.ts';

/**
 * What is submitted in the console needs what an API key of the client would need. Answers the client. ApiError MISSING_PERMISSION.
 */
export async function requireModule(
  identity: Pick<IdentityService, 'findClient'>,
  clientId: string,
  module: ModulePermission,
): Promise<Client> {
  const client = await identity.findClient(clientId);
  if (!client?.active) {
    throw new ApiError('MISSING_PERMISSION', 'This client is disabled: nothing new can be submitted.');
  }
  if (!client.permissions.includes(module)) {
    throw new ApiError(
      'MISSING_PERMISSION',
      `This client has no permission "${module}". An owner of the installation can give it.`,
    );
  }
  return client;
}
