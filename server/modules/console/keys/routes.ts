import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import { type ApiKey, type Asker, modulePermissions } from '../../identity/types.ts';
import type { Role } from '../access.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { KeyRow } from './contract.ts';
import { presentKey } from './present.ts';

/** API keys: their settings, their end, and the one moment in which each is shown. */
export const keysRoutes =
  ({ identity, overview, clock }: Pick<ConsoleDeps, 'identity' | 'overview' | 'clock'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
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

    const askerOf = ({ consoleRole }: { consoleRole: Role }): Asker =>
      consoleRole === 'owner' ? 'owner' : 'client';

    route('GET /clients/:clientId/keys', {
      handler: async ({ params: { clientId } }) => {
        const keys = await identity.listKeys(clientId);
        const use = await overview.keyUse(clientId, limits.console.keyUseDays);
        return {
          items: await rowsOf(clientId, keys.toReversed()),
          next: null,
          submitted: Object.fromEntries(use),
        };
      },
    });

    route('POST /clients/:clientId/keys', {
      handler: async (request) => {
        const { clientId } = request.params;
        // All of them: a call needs the client's permission as well, so the key follows the client.
        const made = await identity.createKey({
          ...request.body,
          clientId,
          permissions: modulePermissions,
          asker: askerOf(request),
        });
        const { key } = made;
        await request.audit({ target: `key:${key.id}`, details: settingsOf(key) });
        return { key: await present(key), apiKey: made.apiKey };
      },
    });

    route('POST /clients/:clientId/keys/check', {
      handler: async ({ body, ip }) => {
        const { entries, includesAddress } = identity.checkAllowList(body.allowedIps, ip);
        return { entries, yourAddress: ip, includesYou: includesAddress };
      },
    });

    route('PATCH /clients/:clientId/keys/:keyId', {
      handler: async (request) => {
        const { id } = await required(request.params);
        const key = await identity.updateKey(id, request.body, askerOf(request));
        await request.audit({ target: `key:${id}`, details: request.body });
        return present(key);
      },
    });

    route('POST /clients/:clientId/keys/:keyId/revoke', {
      handler: async (request) => {
        const { id } = await required(request.params);
        const key = await identity.revokeKey(id);
        await request.audit({ target: `key:${id}`, details: { name: key.name, masked: key.masked } });
        return present(key);
      },
    });

    route('POST /clients/:clientId/keys/:keyId/extend', {
      handler: async (request) => {
        const before = await required(request.params);
        const key = await identity.extendKey(before.id, request.body.days, askerOf(request));
        await request.audit({
          target: `key:${key.id}`,
          details: { from: before.expiresAt, to: key.expiresAt },
        });
        return present(key);
      },
    });

    route('POST /clients/:clientId/keys/:keyId/rotate', {
      handler: async (request) => {
        const old = await required(request.params);
        const { overlapHours } = request.body;
        const made = await identity.rotateKey(old.id, overlapHours, askerOf(request));
        await request.audit({
          target: `key:${made.key.id}`,
          details: { replaces: old.id, overlapHours, ...settingsOf(made.key) },
        });
        return { key: await present(made.key), apiKey: made.apiKey };
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
