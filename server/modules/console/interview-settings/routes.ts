import type { FastifyPluginAsync } from 'fastify';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { InterviewNotice } from './contract.ts';

/** What a client's candidates are told before an interview, and what the client adds to it. */
export const interviewNoticeRoutes =
  ({
    interviewNotices: notices,
    identity,
  }: Pick<ConsoleDeps, 'interviewNotices' | 'identity'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const present = async (clientId: string, language: string): Promise<InterviewNotice> => {
      const {
        contact = null,
        privacyUrl = null,
        texts = {},
        version = 0,
        changedAt = null,
      } = (await notices.own(clientId)) ?? {};
      const clientName = (await identity.findClient(clientId))!.name;
      const preview = await notices.preview({
        ...{ clientId, clientName, language },
        ...{ roleName: '…', isScored: true },
      });
      return { contact, privacyUrl, texts, version, changedAt, preview };
    };

    route('GET /clients/:clientId/interview-notice', {
      handler: ({ params: { clientId }, query }) => present(clientId, query.language ?? 'en'),
    });

    route('PUT /clients/:clientId/interview-notice', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { version } = await notices.setOwn(clientId, request.body);
        await request.audit({ target: 'interview-notice', details: { version } });
        return present(clientId, request.query.language ?? 'en');
      },
    });
  };

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
