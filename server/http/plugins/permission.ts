import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { hasPermission } from '../../modules/identity/service.ts';
import type { ModulePermission } from '../../modules/identity/types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Module whose permission a route needs; absent for those every key may call. */
    permission?: ModulePermission;
  }
}

/** A call needs the module in both the client's and the key's permissions. */
export function addPermission(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { permission } = routeOptions.config;
    if (!permission) return;
    if (hasPermission(caller, permission)) return;
    throw new ApiError(
      'MISSING_PERMISSION',
      `This key may not use the "${permission}" module. An admin can allow it.`,
    );
  });
}
