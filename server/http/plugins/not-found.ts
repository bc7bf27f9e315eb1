import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import { sendError } from './envelope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes whatever nothing else takes; it tells nothing about which addresses there are. */
    isFallback?: boolean;
  }
}

/**
 * Unknown paths (404) and known paths with another method (405 with Allow). Call it before the routes are
 * registered: it learns them as they come.
 */
export function addNotFound(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const known: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isFallback) return;
    const source = url
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('/');
    known.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() });
  });

  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0]!;
    const allowed = new Set(
      known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0) {
      return sendError(
        new ApiError('NOT_FOUND', 'There is nothing at this address; /docs lists what there is.'),
        request,
        reply,
        clock,
      );
    }
    const allow = [...allowed].sort().join(', ');
    reply.header('allow', allow);
    const error = new ApiError('METHOD_NOT_ALLOWED', `This address answers ${allow} only; use one of them.`);
    return sendError(error, request, reply, clock);
  };
  // Before anything judges the body, or wants one, as the framework does of QUERY.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuse(request, reply) : undefined));
  app.setNotFoundHandler(refuse);
}
