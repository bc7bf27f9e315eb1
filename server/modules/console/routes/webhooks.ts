import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { fieldRefusal } from '../../../domain/requirements/refusal.ts';
import { ApiError } from '../../../errors.ts';
import { type WebhookMessage, webhookEvents } from '../../webhooks/types.ts';
import {
  type DeliveryDetails,
  type DeliveryList,
  type DeliveryRow,
  type DisabledAddresses,
  deliveryStatuses,
  type NewSecret,
  type SecretsView,
  type TestDelivery,
  webhookEventNames,
} from '../contract/webhooks.ts';
import type { ConsoleDeps } from '../types.ts';

const { secretOverlapHours, maxUrlChars } = limits.webhooks;
const { runsPage } = limits;
const InClient = Type.Object({ clientId: Type.String() });
const OneMessage = Type.Object({ clientId: Type.String(), messageId: Type.String() });
const Address = Type.String({ minLength: 1, maxLength: maxUrlChars });
const Rotation = Type.Object(
  {
    overlapHours: Type.Number({
      minimum: 0,
      maximum: secretOverlapHours.max,
      default: secretOverlapHours.default,
    }),
  },
  { additionalProperties: false },
);

/** A client's signing secrets, its deliveries, samples, and the addresses that answered 410 Gone. */
export const webhooksConsoleRoutes =
  ({ webhooks }: Pick<ConsoleDeps, 'webhooks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/clients/:clientId/webhooks/secrets',
      schema: { params: InClient },
      handler: async ({ params: { clientId } }): Promise<SecretsView> => ({
        items: await webhooks.secrets(clientId),
        overlapHours: { ...secretOverlapHours },
      }),
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/webhooks/secrets/rotate',
      schema: { params: InClient, body: Rotation },
      handler: async (request): Promise<NewSecret> => {
        const { overlapHours } = request.body;
        const made = await webhooks.rotateSecret(request.params.clientId, overlapHours);
        await request.audit({ target: 'webhook-secret', details: { overlapHours } });
        return made;
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/webhooks/deliveries',
      schema: {
        params: InClient,
        querystring: Type.Object({
          status: Type.Optional(Type.Enum([...deliveryStatuses])),
          subjectId: Type.Optional(Type.String({ minLength: 1 })),
          limit: Type.Integer({ minimum: runsPage.min, maximum: runsPage.max, default: runsPage.default }),
          offset: Type.Integer({ minimum: 0, default: 0 }),
        }),
      },
      handler: async ({ params: { clientId }, query }): Promise<DeliveryList> => {
        const { messages, hasMore } = await webhooks.list({ clientId, ...query });
        return {
          items: messages.map(presentMessage),
          next: hasMore ? query.offset + messages.length : null,
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/webhooks/deliveries/:messageId',
      schema: { params: OneMessage },
      handler: async ({ params: { clientId, messageId } }): Promise<DeliveryDetails> => {
        const { message, body, attempts } = await webhooks.show(messageId, clientId);
        const { signatureHeader } = webhookEvents[message.event];
        return { ...presentMessage(message), body, signatureHeader, log: attempts };
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/webhooks/deliveries/:messageId/resend',
      schema: { params: OneMessage },
      handler: async (request): Promise<DeliveryRow> => {
        const { clientId, messageId } = request.params;
        const message = await webhooks.resend(messageId, clientId);
        await request.audit({
          target: `webhook-message:${messageId}`,
          details: { subjectId: message.subjectId },
        });
        return presentMessage(message);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/webhooks/test',
      schema: {
        params: InClient,
        body: Type.Object(
          { url: Address, event: Type.Enum([...webhookEventNames]) },
          { additionalProperties: false },
        ),
      },
      config: { invalid: { url: 'INVALID_INPUT', event: 'INVALID_INPUT' } },
      handler: async (request): Promise<TestDelivery> => {
        const { url, event } = request.body;
        const checked = webhooks.checkUrl(url);
        if ('fault' in checked) throw fieldRefusal('url', checked.fault);
        const { clientId } = request.params;
        const { message, attempt } = await webhooks.sendTest({ clientId, url: checked.url, event });
        // The path of an address may be a secret: the log names the host.
        await request.audit({
          target: `webhook-message:${message.id}`,
          details: { event, host: new URL(checked.url).host },
        });
        return { delivery: presentMessage(message), attempt };
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/webhooks/disabled',
      schema: { params: InClient },
      handler: async ({ params: { clientId } }): Promise<DisabledAddresses> => ({
        items: (await webhooks.disabledUrls(clientId)).map(({ url, disabledAt }) => ({ url, disabledAt })),
      }),
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/webhooks/enable',
      schema: {
        params: InClient,
        body: Type.Object({ url: Address }, { additionalProperties: false }),
      },
      handler: async (request): Promise<DisabledAddresses> => {
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
  ({ webhooks }: Pick<ConsoleDeps, 'webhooks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/installation/webhook-secret',
      handler: async (request): Promise<NewSecret> => {
        const shown = await webhooks.defaultSecret();
        await request.audit({ target: 'webhook-secret' });
        return shown;
      },
    });

    app.route({
      method: 'POST',
      url: '/installation/webhook-secret/rotate',
      schema: { body: Rotation },
      handler: async (request): Promise<NewSecret> => {
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
