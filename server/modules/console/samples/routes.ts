import type { FastifyPluginAsync } from 'fastify';
import { setShowsSamples, showsSamples } from '../../identity/queries.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { Samples } from './samples.ts';

/** Whether a client looks at the sample candidates, and who they are. */
export const samplesRoutes =
  ({ db, samples }: Pick<ConsoleDeps, 'db'> & { samples: Samples }): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('GET /clients/:clientId/samples', {
      handler: async ({ params: { clientId } }) => ({
        items: (await showsSamples(db, clientId)) ? await samples.rows() : [],
      }),
    });
    route('POST /clients/:clientId/samples', {
      handler: async (request) => {
        await setShowsSamples(db, request.params.clientId, true);
        await request.audit({});
        return { items: await samples.rows() };
      },
    });
    route('DELETE /clients/:clientId/samples', {
      handler: async (request) => {
        await setShowsSamples(db, request.params.clientId, false);
        await request.audit({});
      },
    });
  };
