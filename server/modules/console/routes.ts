import cookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { addGuard } from './guard.ts';
import { jobsConsoleRoutes } from './routes/jobs.ts';
import { matchesConsoleRoutes } from './routes/matches.ts';
import { runsRoutes } from './routes/runs.ts';
import { defaultSecretRoutes, webhooksConsoleRoutes } from './routes/webhooks.ts';
import type { ConsoleDeps } from './types.ts';

/** The console's own interface, /console/api. API keys mean nothing here, sessions mean nothing elsewhere. */
export const consoleRoutes =
  (deps: ConsoleDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookie);
    addGuard(app, deps);
    await app.register(jobsConsoleRoutes(deps));
    await app.register(matchesConsoleRoutes(deps));
    await app.register(webhooksConsoleRoutes(deps));
    await app.register(defaultSecretRoutes(deps));
    await app.register(runsRoutes(deps));
    // Each area: `await app.register(keysRoutes(deps));`
  };
