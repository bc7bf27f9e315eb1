import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** What routes are added to: a handler gets the types of its route's schemas. */
export type RoutesApp = Parameters<FastifyPluginAsyncTypebox>[0];

/** Many programs name a Content-Type also where they send nothing: an empty body is none. */
export function acceptEmptyJson(app: RoutesApp): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  );
}

/** What tells a request sent again with its Idempotency-Key from another one, in hex. */
export const bodyHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
