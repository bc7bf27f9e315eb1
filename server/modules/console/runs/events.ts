import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import type { Run } from '../../runs/types.ts';
import { hasEnded } from '../../runs/types.ts';
import { createEventStreams } from '../event-stream.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import { presentRunEvent } from './present.ts';

/** What happens to a speech run, while it happens: its steps, and its rescoring when a person named another candidate. */
export const runEventsRoutes =
  ({ speech, rescoring }: Pick<ConsoleDeps, 'speech' | 'rescoring'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const streamEvents = createEventStreams(app);
    const required = async (of: { clientId: string; runId: string }): Promise<Run> => {
      const run = await speech.find(of);
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${of.runId}".`);
      return run;
    };

    route('GET /clients/:clientId/runs/:runId/events', {
      handler: async ({ params }, reply) => {
        await required(params);
        return streamEvents(reply, async () => {
          const run = await required(params);
          const rescore = await rescoring.newest(run.id);
          const place = hasEnded(run) ? null : await speech.place(run);
          return {
            event: presentRunEvent(run, place, rescore),
            isLast: hasEnded(run) && rescore?.status !== 'open',
          };
        });
      },
    });
  };
