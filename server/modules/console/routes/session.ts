import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { SignedIn } from '../../accounts/types.ts';
import type { InviteAnswer, SessionAnswer } from '../contract/session.ts';
import { sessionAnswer } from '../session-answer.ts';
import { originOf, signInBrowser, signOutBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

const { password, email } = limits.accounts;
/** Longer than any of ours, so that what is wrong is said in our words; short enough to hash. */
const Password = Type.String({ maxLength: password.maxChars * 4 });
const Email = Type.String({ maxLength: email.maxChars * 2 });
const Code = Type.Optional(Type.String({ maxLength: 64 }));
const Token = Type.String({ minLength: 1, maxLength: 200 });
const strict = { additionalProperties: false };
/** A few short fields. */
const bodyLimit = 16 * 1024;

/** Signing in and out, and links that bring somebody in. */
export const sessionRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'identity' | 'publicUrl'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { accounts } = deps;

    app.route({
      method: 'GET',
      url: '/session',
      handler: ({ signedIn }): Promise<SessionAnswer> =>
        sessionAnswer(deps, signedIn as SignedIn | undefined),
    });

    app.route({
      method: 'POST',
      url: '/session',
      bodyLimit,
      schema: {
        body: Type.Object({ email: Email, password: Password, code: Code, recoveryCode: Code }, strict),
      },
      handler: async (request, reply): Promise<SessionAnswer> => {
        const { session, user } = await accounts.signIn(request.body, originOf(request));
        const signedIn = await signInBrowser(request, reply, deps, session);
        await request.audit({
          target: `user:${user.id}`,
          details: { method: 'password', secondFactor: user.totpEnabled },
        });
        return sessionAnswer(deps, signedIn);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/session',
      handler: async (request, reply) => {
        const { user, sessionId } = request.signedIn;
        await accounts.sessions.end(user.id, sessionId);
        signOutBrowser(reply);
        await request.audit({ target: `user:${user.id}` });
        return reply.code(204).send();
      },
    });

    app.route({
      method: 'POST',
      url: '/invites/check',
      bodyLimit,
      schema: { body: Type.Object({ token: Token }, strict) },
      handler: ({ body, signedIn }): Promise<InviteAnswer> =>
        accounts.invites.check(body.token, (signedIn as SignedIn | undefined)?.user.email),
    });

    app.route({
      method: 'POST',
      url: '/invites/accept',
      bodyLimit,
      schema: {
        body: Type.Object(
          {
            token: Token,
            email: Type.Optional(Email),
            name: Type.Optional(Type.String({ maxLength: 1000 })),
            password: Type.Optional(Password),
            code: Code,
            recoveryCode: Code,
          },
          strict,
        ),
      },
      handler: async (request, reply): Promise<SessionAnswer> => {
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
