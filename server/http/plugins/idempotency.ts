import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Answer, HeldKey, IdempotencyService } from '../../modules/idempotency/service.ts';

/** Whose the Idempotency-Key of a request is. */
export interface KeyHolder {
  clientId: string;
  /** A person in the console: their keys are apart from those of the client's own programs. */
  userId?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Serves a POST once per Idempotency-Key (see IdempotencyService.once); without the header, just serves it.
     * `content` identifies the body: two requests with the same one are the same request.
     */
    idempotently<Body>(
      request: FastifyRequest,
      about: { holder: KeyHolder; content: string; resourceId: string },
      serve: (held: HeldKey) => Promise<Answer<Body>>,
    ): Promise<Answer<Body>>;
    /** Whether a request with this key was answered within 24 hours, or is being served. */
    cameBefore(request: FastifyRequest, holder: KeyHolder): Promise<boolean>;
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
  app.decorate('idempotently', async (request, { holder, content, resourceId }, serve) => {
    const { method, url, headers } = request;
    const [path, query = ''] = url.split('?');
    const parameters = new URLSearchParams(query);
    parameters.sort();
    const { replayed, ...answer } = await idempotency.once(
      {
        clientId: holder.clientId,
        key: heldKey(headers, holder),
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
  app.decorate('cameBefore', async ({ headers }, holder) => {
    const key = heldKey(headers, holder);
    return key !== undefined && idempotency.isKnown({ clientId: holder.clientId, key });
  });
}

function heldKey(headers: IncomingHttpHeaders, { userId }: KeyHolder): string | undefined {
  const key = keyOf(headers['idempotency-key']);
  return key === undefined || userId === undefined ? key : `console:${userId}:${key}`;
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
