import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked all day by machines: an answer that is well is no line of the log at its usual level. */
    isProbe?: boolean;
  }
}

/** Answers that refuse the caller: their lines name the address and the code, so that the operator finds an attack. */
const refused = new Set([401, 403]);

/** One line per answer. The route's pattern, never the address: ids and filters are the customer's business. */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isDull = request.routeOptions.config.isProbe === true && reply.statusCode < 400;
    request.log[isDull ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        clientId: request.caller?.client.id,
        keyId: request.caller?.key.id ?? request.refusal?.about?.keyId,
        userId: request.signedIn?.user.id,
        ...(refused.has(reply.statusCode) && { code: request.refusal?.code, address: request.ip }),
      },
      'request served',
    );
  });
}
