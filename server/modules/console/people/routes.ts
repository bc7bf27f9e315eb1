import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import { registrar } from '../register.ts';
import { linkTo } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

/** All people of this installation, for its owners. */
export const peopleRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const { people, invites } = deps.accounts;

    route('GET /installation/people', {
      handler: async () => ({
        items: (await people.everybody()).map(({ id, ...person }) => ({ userId: id, ...person })),
        invites: await invites.open(null),
      }),
    });

    route('POST /installation/people/invites', {
      handler: async (request) => {
        const { email } = request.body;
        const { token, ...made } = await invites.owner({ email, createdBy: request.signedIn.user.email });
        await request.audit({ target: `invite:${made.inviteId}`, details: { email } });
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    route('DELETE /installation/people/invites/:inviteId', {
      handler: async (request) => {
        const { inviteId } = request.params;
        if (!(await invites.revoke(null, inviteId))) {
          throw new ApiError('NOT_FOUND', `There is no open invitation "${inviteId}".`);
        }
        await request.audit({ target: `invite:${inviteId}` });
      },
    });

    route('POST /installation/people/:userId/reset', {
      handler: async (request) => {
        const { userId } = request.params;
        const removesTotp = request.body.removeSecondFactor ?? false;
        const { token, ...made } = await invites.reset({
          userId,
          removesTotp,
          createdBy: request.signedIn.user.email,
        });
        await request.audit({ target: `user:${userId}`, details: { removesSecondFactor: removesTotp } });
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    route('PATCH /installation/people/:userId', {
      handler: async (request) => {
        const { userId } = request.params;
        const user = await people.change(userId, request.body);
        await request.audit({ target: `user:${userId}`, details: { ...request.body } });
        return { userId, isOwner: user.isOwner, disabledAt: user.disabledAt };
      },
    });
  };

/** Who works with a client; its admins see to it themselves. */
export const membersRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const { people, invites } = deps.accounts;

    route('GET /clients/:clientId/members', {
      handler: async ({ params: { clientId } }) => ({
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

    route('POST /clients/:clientId/members', {
      handler: async (request) => {
        const { clientId } = request.params;
        const { email, role } = request.body;
        if (await people.isMember(clientId, email)) {
          const message = 'This person is a member already; change the role in the list.';
          throw new ApiError('INVALID_INPUT', message, { details: { fields: { email: message } } });
        }
        const { token, ...made } = await invites.member({
          clientId,
          email,
          role,
          createdBy: request.signedIn.user.email,
        });
        await request.audit({ target: `invite:${made.inviteId}`, details: { email, role } });
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    route('PATCH /clients/:clientId/members/:userId', {
      handler: async (request) => {
        const { clientId, userId } = request.params;
        const { role } = request.body;
        const { before } = await people.changeRole(clientId, userId, role);
        await request.audit({ target: `user:${userId}`, details: { before, role } });
        return { userId, role };
      },
    });

    route('DELETE /clients/:clientId/members/:userId', {
      handler: async (request) => {
        const { clientId, userId } = request.params;
        const { before } = await people.removeMember(clientId, userId);
        await request.audit({ target: `user:${userId}`, details: { role: before } });
      },
    });

    route('DELETE /clients/:clientId/invites/:inviteId', {
      handler: async (request) => {
        const { clientId, inviteId } = request.params;
        if (!(await invites.revoke(clientId, inviteId))) {
          throw new ApiError('NOT_FOUND', `There is no open invitation "${inviteId}".`);
        }
        await request.audit({ target: `invite:${inviteId}` });
      },
    });
  };
