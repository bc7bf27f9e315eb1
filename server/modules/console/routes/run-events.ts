import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError } from '../../../errors.ts';
import type { Run } from '../../runs/types.ts';
import { isTerminal } from '../../speech/present.ts';
import { createEventStreams } from '../event-stream.ts';
import { presentRunEvent } from '../present-progress.ts';
import type { ConsoleDeps } from '../types.ts';

const RunParams = Type.Object({ clientId: Type.String(), runId: Type.String() });

/** What happens to a speech run, while it happens: its steps, and its rescoring when a person named another candidate. */
export const runEventsRoutes =
  ({ speech, rescoring }: Pick<ConsoleDeps, 'speech' | 'rescoring'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const streamEvents = createEventStreams(app);
    const required = async (of: { clientId: string; runId: string }): Promise<Run> => {
      const run = await speech.find(of);
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${of.runId}".`);
      return run;
    };

    app.route({
      method: 'GET',
      url: '/clients/:clientId/runs/:runId/events',
      schema: { params: RunParams },
      handler: async ({ params }, reply) => {
        await required(params);
        return streamEvents(reply, async () => {
          const run = await required(params);
          const rescore = await rescoring.newest(run.id);
          const place = isTerminal(run) ? null : await speech.place(run);
          return {
            event: presentRunEvent(run, place, rescore),
            isLast: isTerminal(run) && rescore?.status !== 'open',
          };
        });
      },
    });
  };
