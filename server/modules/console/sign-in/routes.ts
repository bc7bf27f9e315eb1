import type { FastifyPluginAsync } from 'fastify';
import type { SignedIn } from '../../accounts/types.ts';
import { registrar } from '../register.ts';
import { originOf, signInBrowser, signOutBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';
import { sessionAnswer } from './present.ts';

/** A few short fields. */
const bodyLimit = 16 * 1024;

/** Signing in and out, and links that bring a person in. */
export const sessionRoutes =
  (
    deps: Pick<ConsoleDeps, 'accounts' | 'identity' | 'publicUrl' | 'secondFactorRoles'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const { accounts } = deps;

    route('GET /session', {
      handler: ({ signedIn }) => sessionAnswer(deps, signedIn as SignedIn | undefined),
    });

    route('POST /session', {
      bodyLimit,
      handler: async (request, reply) => {
        const { session } = await accounts.signIn(request.body, originOf(request), (by) =>
          request.audit({
            by,
            target: `user:${by.id}`,
            details: { method: 'password', secondFactor: by.totpEnabled },
          }),
        );
        const signedIn = await signInBrowser(request, reply, deps, session);
        return sessionAnswer(deps, signedIn);
      },
    });

    route('DELETE /session', {
      handler: async (request, reply) => {
        const { user, sessionId } = request.signedIn;
        await accounts.sessions.end(user.id, sessionId);
        signOutBrowser(request, reply, deps);
        await request.audit({ target: `user:${user.id}` });
      },
    });

    route('POST /invites/check', {
      bodyLimit,
      handler: ({ body, signedIn }) =>
        accounts.invites.check(body.token, (signedIn as SignedIn | undefined)?.user.email),
    });

    route('POST /invites/accept', {
      bodyLimit,
      handler: async (request, reply) => {
        const before = request.signedIn as SignedIn | undefined;
        const accepted = await accounts.invites.accept(
          { ...request.body, signedIn: before },
          originOf(request),
          ({ user, clientId, purpose }) =>
            request.audit({
              by: user,
              target: `user:${user.id}`,
              clientId,
              details: { purpose, email: user.email },
            }),
        );
        const signedIn = await signInBrowser(request, reply, deps, accepted.session);
        return sessionAnswer(deps, signedIn);
      },
    });
  };
