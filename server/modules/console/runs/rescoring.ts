import type { FastifyPluginAsync } from 'fastify';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import { presentRescoring } from './present.ts';

/** "The candidate is the other speaker": the run is scored again, from what was heard in it. */
export const candidateRoutes =
  ({ speech, rescoring }: Pick<ConsoleDeps, 'speech' | 'rescoring'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('POST /clients/:clientId/runs/:runId/candidate', {
      config: { invalid: { speaker: 'INVALID_INPUT' } },
      handler: async (request) => {
        const { clientId, runId } = request.params;
        const { speaker } = request.body;
        const rescore = await rescoring.request({
          clientId,
          runId,
          speaker,
          userId: request.signedIn.user.id,
          obstacle: (run) => speech.rescoringObstacle(run, speaker),
        });
        await request.audit({ target: `run:${runId}`, details: { speaker, rescoringId: rescore.id } });
        return presentRescoring(rescore);
      },
    });
  };
