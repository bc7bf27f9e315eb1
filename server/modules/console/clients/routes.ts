import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import type { Client } from '../../identity/types.ts';
import type { Role } from '../access.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { ClientAnswer, ClientRow } from './contract.ts';

/** Customers: who they are, what they may, what they pay. */
export const clientsRoutes =
  ({ identity, credits, prices }: Pick<ConsoleDeps, 'identity' | 'credits' | 'prices'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const present = async (client: Client, role: Role): Promise<ClientAnswer> => {
      const [balance, inForce, ownPrices, installationPrices] = await Promise.all([
        credits.balance(client.id),
        prices.of(client.id),
        prices.ofClientAlone(client.id),
        prices.installation(),
      ]);
      return {
        ...rowOf({ ...client, creditBalance: balance.balance }, role),
        multilingual: client.multilingual,
        maxConcurrentRuns: client.maxConcurrentRuns,
        rateLimitPerMinute: client.rateLimitPerMinute,
        maxKeyDays: client.maxKeyDays,
        accentUse: client.accentUse,
        prices: inForce,
        ownPrices,
        installationPrices,
      };
    };
    const required = async (clientId: string): Promise<Client> => {
      const client = await identity.findClient(clientId);
      if (!client) throw new ApiError('NOT_FOUND', `There is no client "${clientId}".`);
      return client;
    };

    route('GET /clients', {
      handler: async ({ signedIn: { user, memberships } }) => {
        const roles = new Map(memberships.map(({ clientId, role }) => [clientId, role]));
        const clients = await identity.listClients(user.isOwner ? undefined : [...roles.keys()]);
        const items = clients.map((client) => rowOf(client, user.isOwner ? 'owner' : roles.get(client.id)!));
        return { items, next: null };
      },
    });

    route('POST /clients', {
      handler: async (request) => {
        const client = await identity.createClient(request.body);
        const { name, credits: amount, permissions, multilingual } = request.body;
        await request.audit({
          clientId: client.id,
          target: `client:${client.id}`,
          details: { name, credits: amount, permissions, multilingual },
        });
        return await present(client, 'owner');
      },
    });

    route('GET /clients/:clientId', {
      handler: async ({ params: { clientId }, consoleRole }) =>
        present(await required(clientId), consoleRole),
    });

    route('PATCH /clients/:clientId', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { isActive, ...changes } = request.body;
        let client = await identity.updateClient(clientId, changes);
        if (isActive !== undefined) client = await identity.setClientActive(clientId, isActive);
        await request.audit({ target: `client:${clientId}`, details: request.body });
        return present(client, request.consoleRole);
      },
    });

    route('PUT /clients/:clientId/prices', {
      handler: async (request) => {
        const { clientId } = request.params;
        await prices.setClient(clientId, request.body);
        await request.audit({ target: `client:${clientId}`, details: { prices: request.body } });
        return present(await required(clientId), request.consoleRole);
      },
    });
  };

const rowOf = (client: Client & { creditBalance: number }, role: Role): ClientRow => ({
  id: client.id,
  name: client.name,
  isActive: client.active,
  role,
  creditBalance: client.creditBalance,
  permissions: client.permissions,
  createdAt: client.createdAt,
});
