import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../../../errors.ts';
import { registrar } from '../register.ts';
import { originOf, signInBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';
import type { AccountAnswer } from './contract.ts';

/** The signed-in person's own account: these routes take no other account's id. */
export const accountRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
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

    route('GET /account', {
      handler: ({ signedIn }) => present(signedIn.user.id),
    });

    route('PATCH /account', {
      handler: async (request) => {
        const { user } = request.signedIn;
        await own.rename(user.id, request.body.name);
        await request.audit({ target: target(user.id), details: { name: request.body.name.trim() } });
        return present(user.id);
      },
    });

    route('POST /account/password', {
      handler: async (request, reply) => {
        const { id } = request.signedIn.user;
        const session = await own.changePassword(request.signedIn, request.body, originOf(request), () =>
          request.audit({ target: target(id) }),
        );
        await signInBrowser(request, reply, deps, session);
        return present(id);
      },
    });

    route('POST /account/totp', {
      handler: (request) =>
        own.beginTotp(request.signedIn, request.body, originOf(request), () =>
          request.audit({ target: target(request.signedIn.user.id) }),
        ),
    });

    route('POST /account/totp/confirm', {
      handler: async (request) => {
        const codes = await own.confirmTotp(request.signedIn, request.body.code);
        await request.audit({ target: target(request.signedIn.user.id) });
        return { codes };
      },
    });

    route('DELETE /account/totp', {
      handler: async (request) => {
        const { id } = request.signedIn.user;
        await own.disableTotp(request.signedIn, request.body.code, () =>
          request.audit({ target: target(id) }),
        );
        return present(id);
      },
    });

    route('POST /account/recovery-codes', {
      handler: async (request) => {
        const codes = await own.newRecoveryCodes(request.signedIn, request.body, () =>
          request.audit({ target: target(request.signedIn.user.id) }),
        );
        return { codes };
      },
    });

    route('GET /account/sessions', {
      handler: async ({ signedIn }) => ({
        items: (await sessions.list(signedIn.user.id)).map(({ method: _, ...session }) => ({
          ...session,
          isCurrent: session.id === signedIn.sessionId,
        })),
      }),
    });

    route('DELETE /account/sessions/:sessionId', {
      handler: async (request) => {
        const { sessionId } = request.params;
        const { id } = request.signedIn.user;
        if (!(await sessions.end(id, sessionId))) {
          throw new ApiError('NOT_FOUND', `There is no session "${sessionId}".`);
        }
        await request.audit({ target: target(id), details: { sessionId } });
      },
    });
  };
