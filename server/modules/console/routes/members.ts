import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError } from '../../../errors.ts';
import { type ClientRole, clientRoles } from '../access.ts';
import type { LinkMade, MembersAnswer } from '../contract/people.ts';
import { linkTo } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const OneMember = Type.Object({ clientId: Type.String(), userId: Type.String() });
const Role = Type.Enum([...clientRoles]);
const strict = { additionalProperties: false };

/** Who works with a client; its admins see to it themselves. */
export const membersRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { people, invites } = deps.accounts;

    app.route({
      method: 'GET',
      url: '/clients/:clientId/members',
      schema: { params: InClient },
      handler: async ({ params: { clientId } }): Promise<MembersAnswer> => ({
        items: (await people.members(clientId)).map((member) => ({
          userId: member.id,
          email: member.email,
          name: member.name,
          role: member.role,
          totpEnabled: member.totpEnabled,
          lastSeenAt: member.lastSeenAt,
          disabledAt: member.disabledAt,
        })),
        invites: await invites.open(clientId),
      }),
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/members',
      schema: {
        params: InClient,
        body: Type.Object({ email: Type.String({ maxLength: 500 }), role: Role }, strict),
      },
      handler: async (request, reply): Promise<LinkMade> => {
        const { clientId } = request.params;
        const { email, role } = request.body;
        if (await people.isMember(clientId, email)) {
          const message = 'This person is a member already; change the role in the list.';
          throw new ApiError('INVALID_INPUT', message, { details: { fields: { email: message } } });
        }
        const { token, ...made } = await invites.member({
          clientId,
          email,
          role: role as ClientRole,
          createdBy: request.signedIn.user.email,
        });
        await request.audit({ target: `invite:${made.inviteId}`, details: { email, role } });
        reply.code(201);
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    app.route({
      method: 'PATCH',
      url: '/clients/:clientId/members/:userId',
      schema: { params: OneMember, body: Type.Object({ role: Role }, strict) },
      handler: async (request) => {
        const { clientId, userId } = request.params;
        const role = request.body.role as ClientRole;
        const { before } = await people.changeRole(clientId, userId, role);
        await request.audit({ target: `user:${userId}`, details: { before, role } });
        return { userId, role };
      },
    });

    app.route({
      method: 'DELETE',
      url: '/clients/:clientId/members/:userId',
      schema: { params: OneMember },
      handler: async (request, reply) => {
        const { clientId, userId } = request.params;
        const { before } = await people.removeMember(clientId, userId);
        await request.audit({ target: `user:${userId}`, details: { role: before } });
        return reply.code(204).send();
      },
    });

    app.route({
      method: 'DELETE',
      url: '/clients/:clientId/invites/:inviteId',
      schema: { params: Type.Object({ clientId: Type.String(), inviteId: Type.String() }) },
      handler: async (request, reply) => {
        const { clientId, inviteId } = request.params;
        if (!(await invites.revoke(clientId, inviteId))) {
          throw new ApiError('NOT_FOUND', `There is no open invitation "${inviteId}".`);
        }
        await request.audit({ target: `invite:${inviteId}` });
        return reply.code(204).send();
      },
    });
  };
