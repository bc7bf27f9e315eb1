import type { FastifyPluginAsync } from 'fastify';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';

/** The server's own backups: how they stand, and what people ask for. The work is a worker's. */
export const backupsRoutes =
  ({ backups }: Pick<ConsoleDeps, 'backups'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);

    route('GET /installation/backups', { handler: () => backups.describe() });

    route('POST /installation/backups', {
      handler: async (request) => {
        await backups.request('backup');
        await request.audit({ target: 'installation' });
        return backups.describe();
      },
    });

    route('POST /installation/backups/verify', {
      handler: async (request) => {
        await backups.request('verification');
        await request.audit({ target: 'installation' });
        return backups.describe();
      },
    });
  };
