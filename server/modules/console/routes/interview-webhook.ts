import type { FastifyPluginAsync } from 'fastify';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';

/** Where a client's completed interviews are announced. */
export const interviewWebhookRoutes =
  ({ interviewSettings }: Pick<ConsoleDeps, 'interviewSettings'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);

    route('GET /clients/:clientId/interview-webhook', {
      handler: async ({ params: { clientId } }) => ({ url: await interviewSettings.webhookUrl(clientId) }),
    });

    route('PUT /clients/:clientId/interview-webhook', {
      handler: async (request) => {
        const url = await interviewSettings.setWebhookUrl(request.params.clientId, request.body.url);
        await request.audit({ target: 'interview-webhook', details: { isSet: url !== null } });
        return { url };
      },
    });
  };
