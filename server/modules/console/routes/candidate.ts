import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { RescoringState } from '../contract/runs.ts';
import { presentRescoring } from '../present-progress.ts';
import type { ConsoleDeps } from '../types.ts';

/** "The candidate is the other speaker": the run is scored again, from what was heard in it. */
export const candidateRoutes =
  ({ speech, rescoring }: Pick<ConsoleDeps, 'speech' | 'rescoring'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: '/clients/:clientId/runs/:runId/candidate',
      config: { invalid: { speaker: 'INVALID_INPUT' } },
      schema: {
        params: Type.Object({ clientId: Type.String(), runId: Type.String() }),
        body: Type.Object(
          { speaker: Type.String({ minLength: 1, maxLength: 40 }) },
          { additionalProperties: false },
        ),
      },
      handler: async (request, reply): Promise<RescoringState> => {
        const { clientId, runId } = request.params;
        const { speaker } = request.body;
        const rescore = await rescoring.request({
          clientId,
          runId,
          speaker,
          userId: request.signedIn.user.id,
          obstacle: (run) => speech.rescoringObstacle(run),
        });
        await request.audit({ target: `run:${runId}`, details: { speaker, rescoringId: rescore.id } });
        reply.code(202);
        return presentRescoring(rescore);
      },
    });
  };
