import type { FastifyPluginAsync } from 'fastify';
import type { SignedIn } from '../../accounts/types.ts';
import { registrar } from '../register.ts';
import { sessionAnswer } from '../session-answer.ts';
import { originOf, signInBrowser, signOutBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

/** A few short fields. */
const bodyLimit = 16 * 1024;

/** Signing in and out, and links that bring somebody in. */
export const sessionRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'identity' | 'publicUrl'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const { accounts } = deps;

    route('GET /session', {
      handler: ({ signedIn }) => sessionAnswer(deps, signedIn as SignedIn | undefined),
    });

    route('POST /session', {
      bodyLimit,
      handler: async (request, reply) => {
        const { session, user } = await accounts.signIn(request.body, originOf(request));
        const signedIn = await signInBrowser(request, reply, deps, session);
        await request.audit({
          target: `user:${user.id}`,
          details: { method: 'password', secondFactor: user.totpEnabled },
        });
        return sessionAnswer(deps, signedIn);
      },
    });

    route('DELETE /session', {
      handler: async (request, reply) => {
        const { user, sessionId } = request.signedIn;
        await accounts.sessions.end(user.id, sessionId);
        signOutBrowser(reply);
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
        );
        const signedIn = await signInBrowser(request, reply, deps, accepted.session);
        await request.audit({
          target: `user:${accepted.user.id}`,
          clientId: accepted.clientId,
          details: { purpose: accepted.purpose, email: accepted.user.email },
        });
        return sessionAnswer(deps, signedIn);
      },
    });
  };
