import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError } from '../../../errors.ts';
import { type Client, modulePermissions } from '../../identity/types.ts';
import type { Role } from '../access.ts';
import type { ClientAnswer, ClientRow, ClientsAnswer, OwnPrices } from '../contract/clients.ts';
import { NullableNumber } from '../nullable.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const Permissions = Type.Array(Type.Enum([...modulePermissions]));

/** Customers: who they are, what they may, what they pay. */
export const clientsRoutes =
  ({
    identity,
    credits,
    prices,
  }: Pick<ConsoleDeps, 'identity' | 'credits' | 'prices'>): FastifyPluginAsyncTypebox =>
  async (app) => {
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

    app.route({
      method: 'GET',
      url: '/clients',
      handler: async ({ signedIn: { user, memberships } }): Promise<ClientsAnswer> => {
        const roles = new Map(memberships.map(({ clientId, role }) => [clientId, role]));
        const clients = await identity.listClients(user.isOwner ? undefined : [...roles.keys()]);
        const items = clients.map((client) => rowOf(client, user.isOwner ? 'owner' : roles.get(client.id)!));
        return { items, next: null };
      },
    });

    app.route({
      method: 'POST',
      url: '/clients',
      schema: {
        body: Type.Object(
          {
            name: Type.String(),
            credits: Type.Number(),
            permissions: Permissions,
            multilingual: Type.Boolean(),
          },
          { additionalProperties: false },
        ),
      },
      handler: async (request, reply) => {
        const client = await identity.createClient(request.body);
        const { name, credits: amount, permissions, multilingual } = request.body;
        await request.audit({
          clientId: client.id,
          target: `client:${client.id}`,
          details: { name, credits: amount, permissions, multilingual },
        });
        const answer: ClientAnswer = await present(client, 'owner');
        return reply.code(201).send(answer);
      },
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId',
      schema: { params: InClient },
      handler: async ({ params: { clientId }, consoleRole }): Promise<ClientAnswer> =>
        present(await required(clientId), consoleRole),
    });

    app.route({
      method: 'PATCH',
      url: '/clients/:clientId',
      schema: {
        params: InClient,
        body: Type.Object(
          {
            name: Type.Optional(Type.String()),
            isActive: Type.Optional(Type.Boolean()),
            permissions: Type.Optional(Permissions),
            multilingual: Type.Optional(Type.Boolean()),
            maxConcurrentRuns: Type.Optional(Type.Number()),
            rateLimitPerMinute: Type.Optional(NullableNumber),
          },
          { additionalProperties: false },
        ),
      },
      handler: async (request): Promise<ClientAnswer> => {
        const { clientId } = request.params;
        const { isActive, ...changes } = request.body;
        let client = await identity.updateClient(clientId, changes);
        if (isActive !== undefined) client = await identity.setClientActive(clientId, isActive);
        await request.audit({ target: `client:${clientId}`, details: request.body });
        return present(client, request.consoleRole);
      },
    });

    app.route({
      method: 'PUT',
      url: '/clients/:clientId/prices',
      schema: {
        params: InClient,
        body: Type.Object(
          { speechPerStartedMinute: NullableNumber, cvMatch: NullableNumber },
          { additionalProperties: false },
        ),
      },
      handler: async (request): Promise<ClientAnswer> => {
        const { clientId } = request.params;
        const changes: OwnPrices = request.body;
        await prices.setClient(clientId, changes);
        await request.audit({ target: `client:${clientId}`, details: { prices: changes } });
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
