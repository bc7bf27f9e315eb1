import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { ApiError } from '../../../errors.ts';
import { type SingleSignOn, SingleSignOnRefusal } from '../../accounts/types.ts';
import { registrar } from '../register.ts';
import { baseUrl, isSecure, originOf, signInBrowser } from '../session-cookie.ts';
import type { ConsoleDeps } from '../types.ts';

/**
 * Binds the answer of the provider to the browser that asked. `Lax`, because the provider's redirect brings it; it
 * proves nothing else.
 */
const FLOW_COOKIE = 'assay_oidc';
const flowCookiePath = '/console/api/oidc';

/** Single sign-on: browsers come here by links and redirects, so faults end on the sign-in page. */
export const oidcRoutes =
  (deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const required = (): SingleSignOn => {
      const { singleSignOn } = deps.accounts;
      if (!singleSignOn) throw new ApiError('NOT_FOUND', 'This installation has no single sign-on.');
      return singleSignOn;
    };
    const callbackUrl = (request: Parameters<typeof baseUrl>[0]) =>
      `${baseUrl(request, deps)}${flowCookiePath}/callback`;
    /** Where a browser goes that could not be let in. */
    const faultPage = (error: unknown): string => {
      if (error instanceof SingleSignOnRefusal) return `/console/sign-in?fault=${error.code}`;
      throw error;
    };

    route('GET /oidc/start', {
      handler: async (request, reply) => {
        const singleSignOn = required();
        try {
          const { url, flowToken } = await singleSignOn.begin({
            redirectUri: callbackUrl(request),
            next: request.query.next,
            origin: originOf(request),
          });
          reply.setCookie(FLOW_COOKIE, flowToken, {
            path: flowCookiePath,
            httpOnly: true,
            sameSite: 'lax',
            secure: isSecure(request, deps),
            maxAge: limits.accounts.oidcFlowMs / 1000,
          });
          return reply.redirect(url);
        } catch (error) {
          request.log.warn({ err: error }, 'single sign-on could not begin');
          return reply.redirect(faultPage(error));
        }
      },
    });

    route('GET /oidc/callback', {
      handler: async (request, reply) => {
        const singleSignOn = required();
        reply.clearCookie(FLOW_COOKIE, { path: flowCookiePath, httpOnly: true, sameSite: 'lax' });
        try {
          const flowToken = request.cookies[FLOW_COOKIE];
          if (!flowToken) throw new SingleSignOnRefusal('failed');
          const { session, next } = await singleSignOn.finish({
            flowToken,
            currentUrl: `${callbackUrl(request)}?${request.url.split('?')[1] ?? ''}`,
            origin: originOf(request),
            record: (by) => request.audit({ by, target: `user:${by.id}`, details: { method: 'oidc' } }),
          });
          await signInBrowser(request, reply, deps, session);
          return reply.redirect(`/console${next}`);
        } catch (error) {
          request.log.warn({ err: error }, 'single sign-on was refused');
          return reply.redirect(faultPage(error));
        }
      },
    });
  };
