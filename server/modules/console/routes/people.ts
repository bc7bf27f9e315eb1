import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import { registrar } from '../register.ts';
import { linkTo } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

/** Everybody of this installation, for its owners. */
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
