import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { assertPlain, isFile, pageHeaders, sendFile, sendPage } from './built-pages.ts';

/** What a page may load: this server's own files, nothing inline but styles that carry the nonce. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const headers = { ...pageHeaders, 'permissions-policy': 'camera=(), microphone=(), geolocation=()' };
const nothingHere = 'There is nothing at this address; the console begins at /console/.';

/**
 * The console's pages at /console/: the built files, and for every other path the page that finds its way by
 * itself. Names of built assets carry a hash of what is in them, so browsers keep those for good.
 *
 * @param folder what `vite build` made; without it a page says what to do
 */
export async function addConsolePages(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const built = { folder, headers, policy, notBuilt };
  await app.register(async (pages) => {
    await pages.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

    for (const url of ['/', '/console']) {
      pages.get(url, { schema: { hide: true } }, (_request, reply) => reply.redirect('/console/'));
    }
    pages.get<{ Params: { '*': string } }>(
      '/console/*',
      { schema: { hide: true }, config: { isFallback: true } },
      async ({ params: { '*': path } }, reply) => {
        assertPlain(path, nothingHere);
        if (path === 'api' || path.startsWith('api/')) throw new ApiError('NOT_FOUND', nothingHere);
        const asFile = path.startsWith('assets/') || isFile(path);
        return asFile ? sendFile(reply, path, built) : sendPage(reply, built);
      },
    );
  });
}

const notBuilt = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Assay</title></head>
  <body>
    <h1>The console has not been built</h1>
    <p>The API at <a href="/docs">/api/v1</a> works. For the console, run <code>scripts/setup</code> on the server
    (or <code>npm run build:console</code>) and load this page again.</p>
  </body>
</html>
`;
