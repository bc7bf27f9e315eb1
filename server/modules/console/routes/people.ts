import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError } from '../../../errors.ts';
import type { LinkMade, PeopleAnswer } from '../contract/people.ts';
import { linkTo } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

const OnePerson = Type.Object({ userId: Type.String() });
const strict = { additionalProperties: false };

/** Everybody of this installation, for its owners. */
export const peopleRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { people, invites } = deps.accounts;

    app.route({
      method: 'GET',
      url: '/installation/people',
      handler: async (): Promise<PeopleAnswer> => ({
        items: (await people.everybody()).map(({ id, ...person }) => ({ userId: id, ...person })),
        invites: await invites.open(null),
      }),
    });

    app.route({
      method: 'POST',
      url: '/installation/people/invites',
      schema: { body: Type.Object({ email: Type.String({ maxLength: 500 }) }, strict) },
      handler: async (request, reply): Promise<LinkMade> => {
        const { email } = request.body;
        const { token, ...made } = await invites.owner({ email, createdBy: request.signedIn.user.email });
        await request.audit({ target: `invite:${made.inviteId}`, details: { email } });
        reply.code(201);
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    app.route({
      method: 'DELETE',
      url: '/installation/people/invites/:inviteId',
      schema: { params: Type.Object({ inviteId: Type.String() }) },
      handler: async (request, reply) => {
        const { inviteId } = request.params;
        if (!(await invites.revoke(null, inviteId))) {
          throw new ApiError('NOT_FOUND', `There is no open invitation "${inviteId}".`);
        }
        await request.audit({ target: `invite:${inviteId}` });
        return reply.code(204).send();
      },
    });

    app.route({
      method: 'POST',
      url: '/installation/people/:userId/reset',
      schema: {
        params: OnePerson,
        body: Type.Optional(Type.Object({ removeSecondFactor: Type.Optional(Type.Boolean()) }, strict)),
      },
      handler: async (request, reply): Promise<LinkMade> => {
        const { userId } = request.params;
        const removesTotp = request.body?.removeSecondFactor ?? false;
        const { token, ...made } = await invites.reset({
          userId,
          removesTotp,
          createdBy: request.signedIn.user.email,
        });
        await request.audit({ target: `user:${userId}`, details: { removesSecondFactor: removesTotp } });
        reply.code(201);
        return { ...made, link: linkTo(request, deps, token) };
      },
    });

    app.route({
      method: 'PATCH',
      url: '/installation/people/:userId',
      schema: {
        params: OnePerson,
        body: Type.Object(
          { isOwner: Type.Optional(Type.Boolean()), disabled: Type.Optional(Type.Boolean()) },
          strict,
        ),
      },
      handler: async (request) => {
        const { userId } = request.params;
        const user = await people.change(userId, request.body);
        await request.audit({ target: `user:${userId}`, details: { ...request.body } });
        return { userId, isOwner: user.isOwner, disabledAt: user.disabledAt };
      },
    });
  };
