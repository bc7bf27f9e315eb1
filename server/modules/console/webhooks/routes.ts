import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { type WebhookMessage, webhookEvents } from '../../webhooks/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { DeliveryRow } from './contract.ts';

/** A client's signing secrets, its deliveries, samples, and the addresses that answered 410 Gone. */
export const webhooksConsoleRoutes =
  ({ webhooks }: Pick<ConsoleDeps, 'webhooks'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('GET /clients/:clientId/webhooks/secrets', {
      handler: async ({ params: { clientId } }) => ({
        items: await webhooks.secrets(clientId),
        overlapHours: { ...limits.webhooks.secretOverlapHours },
      }),
    });

    route('POST /clients/:clientId/webhooks/secrets/rotate', {
      handler: async (request) => {
        const { overlapHours } = request.body;
        const made = await webhooks.rotateSecret(request.params.clientId, overlapHours);
        await request.audit({ target: 'webhook-secret', details: { overlapHours } });
        return made;
      },
    });

    route('GET /clients/:clientId/webhooks/deliveries', {
      handler: async ({ params: { clientId }, query }) => {
        const { messages, hasMore } = await webhooks.list({ clientId, ...query });
        return {
          items: messages.map(presentMessage),
          next: hasMore ? query.offset + messages.length : null,
        };
      },
    });

    route('GET /clients/:clientId/webhooks/deliveries/:messageId', {
      handler: async ({ params: { clientId, messageId } }) => {
        const { message, body, attempts } = await webhooks.show(messageId, clientId);
        const { signatureHeader } = webhookEvents[message.event];
        return { ...presentMessage(message), body, signatureHeader, log: attempts };
      },
    });

    route('POST /clients/:clientId/webhooks/deliveries/:messageId/resend', {
      handler: async (request) => {
        const { clientId, messageId } = request.params;
        const message = await webhooks.resend(messageId, clientId);
        await request.audit({
          target: `webhook-message:${messageId}`,
          details: { subjectId: message.subjectId },
        });
        return presentMessage(message);
      },
    });

    route('POST /clients/:clientId/webhooks/test', {
      config: { invalid: { url: 'INVALID_INPUT', event: 'INVALID_INPUT' } },
      handler: async (request) => {
        const { url, event } = request.body;
        const { clientId } = request.params;
        const checked = webhooks.checkUrl(url, clientId);
        if ('fault' in checked) throw fieldRefusal('url', checked.fault);
        const { message, attempt } = await webhooks.sendTest({ clientId, url: checked.url, event });
        // The path of an address may be a secret: the log names the host.
        await request.audit({
          target: `webhook-message:${message.id}`,
          details: { event, host: new URL(checked.url).host },
        });
        return { delivery: presentMessage(message), attempt };
      },
    });

    route('GET /clients/:clientId/webhooks/disabled', {
      handler: async ({ params: { clientId } }) => ({
        items: (await webhooks.disabledUrls(clientId)).map(({ url, disabledAt }) => ({ url, disabledAt })),
      }),
    });

    route('POST /clients/:clientId/webhooks/enable', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { url } = request.body;
        if (!(await webhooks.enableUrl({ clientId, url }))) {
          throw new ApiError('NOT_FOUND', 'This address is not disabled.');
        }
        await request.audit({ target: 'webhook-address', details: { host: new URL(url).host } });
        const left = await webhooks.disabledUrls(clientId);
        return { items: left.map(({ url: other, disabledAt }) => ({ url: other, disabledAt })) };
      },
    });
  };

/** The secret that signs for every client without one of its own. */
export const defaultSecretRoutes =
  ({ webhooks }: Pick<ConsoleDeps, 'webhooks'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('GET /installation/webhook-secret', {
      handler: async (request) => {
        const shown = await webhooks.defaultSecret();
        await request.audit({ target: 'webhook-secret' });
        return shown;
      },
    });

    route('POST /installation/webhook-secret/rotate', {
      handler: async (request) => {
        const { overlapHours } = request.body;
        const made = await webhooks.rotateDefaultSecret(overlapHours);
        await request.audit({ target: 'webhook-secret', details: { overlapHours } });
        return made;
      },
    });
  };

const presentMessage = (message: WebhookMessage): DeliveryRow => ({
  id: message.id,
  event: message.event,
  subjectId: message.subjectId,
  url: message.url,
  status: message.status,
  isTest: message.test,
  attempts: message.attempts,
  createdAt: message.createdAt,
  nextAttemptAt: message.nextAttemptAt,
  endedAt: message.endedAt,
});
