import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Answer, HeldKey, IdempotencyService } from '../../modules/idempotency/service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Serves a POST once per Idempotency-Key (see IdempotencyService.once); without the header, just serves it.
     * `content` identifies the body: two requests with the same one are the same request.
     */
    idempotently(
      request: FastifyRequest,
      about: { content: string; resourceId: string },
      serve: (held: HeldKey) => Promise<Answer>,
    ): Promise<Answer>;
  }
}

/** Every POST may carry an Idempotency-Key; a route that creates something serves it through `idempotently`. */
export function addIdempotency(
  app: FastifyInstance,
  { idempotency }: { idempotency: IdempotencyService },
): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'POST') keyOf(headers['idempotency-key']);
  });
  app.decorate('idempotently', async (request, { content, resourceId }, serve) => {
    const { method, url, headers, caller } = request;
    const [path, query = ''] = url.split('?');
    const parameters = new URLSearchParams(query);
    parameters.sort();
    const { replayed, ...answer } = await idempotency.once(
      {
        clientId: caller.client.id,
        key: keyOf(headers['idempotency-key']),
        fingerprint: createHash('sha256')
          .update(JSON.stringify([method, path, String(parameters), content]))
          .digest('hex'),
        resourceId,
      },
      serve,
    );
    if (replayed) request.log.info('answered from an earlier request');
    return answer;
  });
}

function keyOf(given: string | string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { maxKeyChars } = limits.idempotency;
  if (typeof given !== 'string' || given === '' || given.length > maxKeyChars) {
    throw new ApiError(
      'INVALID_IDEMPOTENCY_KEY',
      `Idempotency-Key must have 1 to ${maxKeyChars} characters.`,
    );
  }
  return given;
}
