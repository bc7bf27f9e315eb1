import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import type { ModulePermission, RateWindows } from '../../modules/identity/types.ts';
import { hasPermission } from '../../modules/identity/types.ts';
import { boundsOf } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Module whose permission a route needs, or several of which any will do; absent for those every key may call. */
    permission?: ModulePermission | readonly ModulePermission[];
  }
}

/** A call needs the module in both the client's and the key's permissions. One that lacks it counts against the rate all the same. */
export function addPermission(app: FastifyInstance, { rates }: { rates: RateWindows }): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { permission } = routeOptions.config;
    if (!permission) return;
    const modules = typeof permission === 'string' ? [permission] : permission;
    if (modules.some((module) => hasPermission(caller, module))) return;
    await rates.take(boundsOf(caller));
    throw new ApiError(
      'MISSING_PERMISSION',
      `This key may not use the "${modules.join('" or "')}" module. An admin of your account can allow it in the console.`,
    );
  });
}
