import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { deviceCookie, secureDeviceCookie } from '../../live/protocol.ts';
import { assertPlain, isFile, pageHeaders, sendFile, sendPage } from './built-pages.ts';

const secondsOf30Days = 30 * 24 * 60 * 60;

const headers = { ...pageHeaders, 'permissions-policy': 'microphone=(self), camera=(), geolocation=()' };
const nothingHere = 'There is nothing at this address; candidates come with their link.';

/** As a browser would write it: what stands in this header becomes part of a policy. */
const hostPattern = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i;

/** Of this server's own files, and its WebSocket: older Safari does not count that among 'self'. */
function policyFor(host: string, isSecure: boolean): (nonce: string) => string {
  const socket = hostPattern.test(host) ? ` ${isSecure ? 'wss' : 'ws'}://${host}` : '';
  return (nonce) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self'",
      `connect-src 'self'${socket}`,
      "worker-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
}

/**
 * The candidate's page at /i/, and the cookie by which an interview knows the device it was begun on.
 *
 * @param folder what `vite build` made; without it a page says so
 * @param publicUrl where candidates find this server; null: where the request found it
 */
export async function addCandidatePages(
  app: FastifyInstance,
  { folder, publicUrl }: { folder: string; publicUrl: string | null },
): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(cookie);
    await pages.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

    // What follows "#" stays with the browser on its way.
    pages.get('/i', { schema: { hide: true } }, (_request, reply) => reply.redirect('/i/'));
    pages.get<{ Params: { '*': string } }>(
      '/i/*',
      { schema: { hide: true }, config: { isFallback: true } },
      async (request, reply) => {
        const path = request.params['*'];
        const isSecure = (publicUrl ?? `${request.protocol}:`).startsWith('https:');
        const policy = policyFor(request.host, isSecure);
        const built = { folder, headers, policy, notBuilt };
        assertPlain(path, nothingHere);
        if (isFile(path)) return sendFile(reply, path, built);
        if (path !== '') throw new ApiError('NOT_FOUND', nothingHere);
        const name = isSecure ? secureDeviceCookie : deviceCookie;
        if (!isSecret(request.cookies[name])) {
          reply.setCookie(name, randomBytes(32).toString('base64url'), {
            // A name that begins with `__Host-` is for all paths.
            path: isSecure ? '/' : '/i/',
            httpOnly: true,
            // Not 'strict': who opens the link in a mail page a second time would come without the cookie, get another, and
            // be another device. A request that another site makes by itself, and its WebSockets, come without this one, too.
            sameSite: 'lax',
            secure: isSecure,
            maxAge: secondsOf30Days,
          });
        }
        return sendPage(reply, built);
      },
    );
  });
}

const isSecret = (value: string | undefined): boolean => value !== undefined && /^[\w-]{43}$/.test(value);

const notBuilt = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Interview</title></head>
  <body>
    <h1>This page has not been built</h1>
    <p>Run <code>scripts/setup</code> on the server (or <code>npm run build:candidate</code>) and load this page again.</p>
  </body>
</html>
`;
