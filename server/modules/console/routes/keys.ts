import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import { type ApiKey, modulePermissions } from '../../identity/types.ts';
import type { AllowListAnswer, KeyMade, KeyRow, KeysAnswer } from '../contract/keys.ts';
import { NullableNumber, NullableText } from '../nullable.ts';
import { presentKey } from '../present-key.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const OneKey = Type.Object({ clientId: Type.String(), keyId: Type.String() });
const AllowList = Type.Array(Type.String({ maxLength: limits.console.maxAllowListEntryChars }), {
  maxItems: limits.identity.maxAllowedIps,
});

/** API keys: their settings, their end, and the one moment in which each is shown. */
export const keysRoutes =
  ({ identity, clock }: Pick<ConsoleDeps, 'identity' | 'clock'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const required = async ({ clientId, keyId }: { clientId: string; keyId: string }): Promise<ApiKey> => {
      const key = await identity.findKey({ clientId, keyId });
      if (!key) throw new ApiError('NOT_FOUND', `There is no key "${keyId}".`);
      return key;
    };
    const rowsOf = async (clientId: string, keys: readonly ApiKey[]): Promise<KeyRow[]> => {
      const [client, projects] = await Promise.all([
        identity.findClient(clientId),
        identity.listProjects(clientId),
      ]);
      return keys.map((key) => presentKey(key, { client: client!, projects, nowMs: clock.now() }));
    };
    const present = async (key: ApiKey): Promise<KeyRow> => (await rowsOf(key.clientId, [key]))[0]!;

    app.route({
      method: 'GET',
      url: '/clients/:clientId/keys',
      schema: { params: InClient },
      handler: async ({ params: { clientId } }): Promise<KeysAnswer> => {
        const keys = await identity.listKeys(clientId);
        return { items: await rowsOf(clientId, keys.toReversed()), next: null };
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/keys',
      schema: {
        params: InClient,
        body: Type.Object(
          {
            name: Type.String(),
            projectId: NullableText,
            expiresInDays: NullableNumber,
            allowedIps: AllowList,
            rateLimitPerMinute: Type.Number(),
          },
          { additionalProperties: false },
        ),
      },
      handler: async (request, reply) => {
        const { clientId } = request.params;
        // All of them: a call needs the client's permission as well, so the key follows the client.
        const made = await identity.createKey({ ...request.body, clientId, permissions: modulePermissions });
        const { key } = made;
        await request.audit({ target: `key:${key.id}`, details: settingsOf(key) });
        const answer: KeyMade = { key: await present(key), apiKey: made.apiKey };
        return reply.code(201).send(answer);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/keys/check',
      schema: {
        params: InClient,
        body: Type.Object({ allowedIps: AllowList }, { additionalProperties: false }),
      },
      handler: async ({ body, ip }): Promise<AllowListAnswer> => {
        const { entries, includesAddress } = identity.checkAllowList(body.allowedIps, ip);
        return { entries, yourAddress: ip, includesYou: includesAddress };
      },
    });

    app.route({
      method: 'PATCH',
      url: '/clients/:clientId/keys/:keyId',
      schema: {
        params: OneKey,
        body: Type.Object(
          {
            name: Type.Optional(Type.String()),
            projectId: Type.Optional(NullableText),
            allowedIps: Type.Optional(AllowList),
            rateLimitPerMinute: Type.Optional(Type.Number()),
          },
          { additionalProperties: false },
        ),
      },
      handler: async (request): Promise<KeyRow> => {
        const { id } = await required(request.params);
        const key = await identity.updateKey(id, request.body);
        await request.audit({ target: `key:${id}`, details: request.body });
        return present(key);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/keys/:keyId/revoke',
      schema: { params: OneKey },
      handler: async (request): Promise<KeyRow> => {
        const { id } = await required(request.params);
        const key = await identity.revokeKey(id);
        await request.audit({ target: `key:${id}`, details: { name: key.name, masked: key.masked } });
        return present(key);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/keys/:keyId/extend',
      schema: {
        params: OneKey,
        body: Type.Object({ days: NullableNumber }, { additionalProperties: false }),
      },
      handler: async (request): Promise<KeyRow> => {
        const before = await required(request.params);
        const key = await identity.extendKey(before.id, request.body.days);
        await request.audit({
          target: `key:${key.id}`,
          details: { from: before.expiresAt, to: key.expiresAt },
        });
        return present(key);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/keys/:keyId/rotate',
      schema: {
        params: OneKey,
        body: Type.Object({ overlapHours: Type.Number() }, { additionalProperties: false }),
      },
      handler: async (request, reply) => {
        const old = await required(request.params);
        const { overlapHours } = request.body;
        const made = await identity.rotateKey(old.id, overlapHours);
        await request.audit({
          target: `key:${made.key.id}`,
          details: { replaces: old.id, overlapHours, ...settingsOf(made.key) },
        });
        const answer: KeyMade = { key: await present(made.key), apiKey: made.apiKey };
        return reply.code(201).send(answer);
      },
    });
  };

/** What the audit log keeps of a new key. */
const settingsOf = ({ name, masked, projectId, expiresAt, allowedIps, rateLimitPerMinute }: ApiKey) => ({
  name,
  masked,
  projectId,
  expiresAt,
  allowedIps,
  rateLimitPerMinute,
});
