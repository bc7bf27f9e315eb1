import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Answer, HeldKey, IdempotencyService } from '../../modules/idempotency/types.ts';

/** Whose the Idempotency-Key of a request is. */
export interface KeyHolder {
  clientId: string;
  /** A person in the console: their keys are apart from those of the client's own programs. */
  userId?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer is that of an earlier request with the same Idempotency-Key, and says so. */
    isReplay: boolean;
  }
  interface FastifyInstance {
    /**
     * Serves a POST or PATCH once per Idempotency-Key (see IdempotencyService.once); without the header, just serves it.
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

/** Every POST and PATCH may carry an Idempotency-Key; a route that creates or changes something serves it through `idempotently`. */
export function addIdempotency(
  app: FastifyInstance,
  { idempotency }: { idempotency: IdempotencyService },
): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (honoursKey(method)) keyOf(headers['idempotency-key']);
  });
  app.decorateRequest('isReplay', false);
  app.addHook('onSend', async ({ isReplay }, reply) => {
    if (isReplay) reply.header('idempotency-replayed', 'true');
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
    request.isReplay = replayed;
    return answer;
  });
  app.decorate('cameBefore', async ({ headers }, holder) => {
    const key = heldKey(headers, holder);
    return key !== undefined && idempotency.isKnown({ clientId: holder.clientId, key });
  });
}

export const honoursKey = (method: string): boolean => method === 'POST' || method === 'PATCH';

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
      `Idempotency-Key must have 1 to ${maxKeyChars} characters; send a new one with each new request.`,
    );
  }
  return given;
}
