import cookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { addGuard } from './guard.ts';
import type { ConsoleDeps } from './types.ts';

/** The console's own interface, /console/api. API keys mean nothing here, sessions mean nothing elsewhere. */
export const consoleRoutes =
  (deps: ConsoleDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookie);
    addGuard(app, deps);
    // Each area: `await app.register(keysRoutes(deps));`
  };
