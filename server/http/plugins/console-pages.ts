import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../errors.ts';
import { days, hours } from '../../time.ts';

/** What a page may load: this server's own files, nothing inline but styles that carry the nonce. */
const policyOf = (nonce: string): string =>
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

const pageHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

const NONCE_PLACE = '__CSP_NONCE__';

/**
 * The console's pages at /console/: the built files, and for every other path the page that finds its way by
 * itself. Names of built assets carry a hash of what is in them, so browsers keep those for good.
 *
 * @param folder what `vite build` made; without it a page says what to do
 */
export async function addConsolePages(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

    for (const url of ['/', '/console']) {
      pages.get(url, { schema: { hide: true } }, (_request, reply) => reply.redirect('/console/'));
    }
    pages.get<{ Params: { '*': string } }>(
      '/console/*',
      { schema: { hide: true }, config: { isFallback: true } },
      async ({ params: { '*': path } }, reply) => {
        // What was escaped in the address may not lead out of the folder, nor end in a file's name.
        const isOdd = path.includes('\0') || path.split(/[/\\]/).includes('..');
        if (isOdd || path === 'api' || path.startsWith('api/')) {
          throw new ApiError(
            'NOT_FOUND',
            'There is nothing at this address; the console begins at /console/.',
          );
        }
        reply.headers(pageHeaders);
        if (path.startsWith('assets/')) {
          return reply.sendFile(path, { maxAge: days(365), immutable: true });
        }
        if (extname(path) !== '' && path !== 'index.html') return reply.sendFile(path, { maxAge: hours(1) });
        return sendPage(reply, folder);
      },
    );
  });
}

async function sendPage(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64');
  reply.headers({
    'content-security-policy': policyOf(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return page === undefined
    ? reply.code(503).send(notBuilt)
    : reply.send(page.replaceAll(NONCE_PLACE, nonce));
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
