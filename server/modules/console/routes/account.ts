import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import type { AccountAnswer, RecoveryCodes, SessionList, TotpBegun } from '../contract/account.ts';
import { originOf, signInBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

const Password = Type.String({ maxLength: limits.accounts.password.maxChars * 4 });
const Code = Type.String({ minLength: 1, maxLength: 64 });
const strict = { additionalProperties: false };

/** One's own account: nobody else's can be named here. */
export const accountRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { own, sessions } = deps.accounts;

    const present = async (userId: string): Promise<AccountAnswer> => {
      const account = await own.read(userId);
      return {
        id: account.id,
        email: account.email,
        name: account.name,
        isOwner: account.isOwner,
        hasPassword: account.hasPassword,
        totpEnabled: account.totpEnabled,
        recoveryCodesLeft: account.recoveryCodesLeft,
        oidcLinked: account.oidcLinked,
        createdAt: account.createdAt,
      };
    };
    const target = (userId: string) => `user:${userId}`;

    app.route({
      method: 'GET',
      url: '/account',
      handler: ({ signedIn }) => present(signedIn.user.id),
    });

    app.route({
      method: 'PATCH',
      url: '/account',
      schema: { body: Type.Object({ name: Type.String({ maxLength: 1000 }) }, strict) },
      handler: async (request) => {
        const { user } = request.signedIn;
        await own.rename(user.id, request.body.name);
        await request.audit({ target: target(user.id), details: { name: request.body.name.trim() } });
        return present(user.id);
      },
    });

    app.route({
      method: 'POST',
      url: '/account/password',
      schema: {
        body: Type.Object({ currentPassword: Type.Optional(Password), newPassword: Password }, strict),
      },
      handler: async (request, reply) => {
        const { id } = request.signedIn.user;
        const session = await own.changePassword(request.signedIn, request.body, originOf(request));
        await signInBrowser(request, reply, deps, session);
        await request.audit({ target: target(id) });
        return present(id);
      },
    });

    app.route({
      method: 'POST',
      url: '/account/totp',
      schema: { body: Type.Optional(Type.Object({ password: Type.Optional(Password) }, strict)) },
      handler: async (request): Promise<TotpBegun> => {
        const begun = await own.beginTotp(request.signedIn, request.body ?? {}, originOf(request));
        await request.audit({ target: target(request.signedIn.user.id) });
        return begun;
      },
    });

    app.route({
      method: 'POST',
      url: '/account/totp/confirm',
      schema: { body: Type.Object({ code: Code }, strict) },
      handler: async (request): Promise<RecoveryCodes> => {
        const codes = await own.confirmTotp(request.signedIn, request.body.code);
        await request.audit({ target: target(request.signedIn.user.id) });
        return { codes };
      },
    });

    app.route({
      method: 'DELETE',
      url: '/account/totp',
      schema: { body: Type.Object({ code: Code }, strict) },
      handler: async (request) => {
        const { id } = request.signedIn.user;
        await own.disableTotp(request.signedIn, request.body.code);
        await request.audit({ target: target(id) });
        return present(id);
      },
    });

    app.route({
      method: 'POST',
      url: '/account/recovery-codes',
      schema: { body: Type.Object({ password: Type.Optional(Password), code: Code }, strict) },
      handler: async (request): Promise<RecoveryCodes> => {
        const codes = await own.newRecoveryCodes(request.signedIn, request.body);
        await request.audit({ target: target(request.signedIn.user.id) });
        return { codes };
      },
    });

    app.route({
      method: 'GET',
      url: '/account/sessions',
      handler: async ({ signedIn }): Promise<SessionList> => ({
        items: (await sessions.list(signedIn.user.id)).map(({ method: _, ...session }) => ({
          ...session,
          isCurrent: session.id === signedIn.sessionId,
        })),
      }),
    });

    app.route({
      method: 'DELETE',
      url: '/account/sessions/:sessionId',
      schema: { params: Type.Object({ sessionId: Type.String() }) },
      handler: async (request, reply) => {
        const { sessionId } = request.params;
        const { id } = request.signedIn.user;
        if (!(await sessions.end(id, sessionId))) {
          throw new ApiError('NOT_FOUND', `There is no session "${sessionId}".`);
        }
        await request.audit({ target: target(id), details: { sessionId } });
        return reply.code(204).send();
      },
    });
  };
