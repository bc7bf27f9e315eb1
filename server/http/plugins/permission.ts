import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { hasPermission } from '../../modules/identity/service.ts';
import type { ModulePermission } from '../../modules/identity/types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Module whose permission a route needs, or several of which any will do; absent for those every key may call. */
    permission?: ModulePermission | readonly ModulePermission[];
  }
}

/** A call needs the module in both the client's and the key's permissions. */
export function addPermission(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { permission } = routeOptions.config;
    if (!permission) return;
    const modules = typeof permission === 'string' ? [permission] : permission;
    if (modules.some((module) => hasPermission(caller, module))) return;
    throw new ApiError(
      'MISSING_PERMISSION',
      `This key may not use the "${modules.join('" or "')}" module. An admin can allow it.`,
    );
  });
}
