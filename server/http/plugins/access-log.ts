import type { FastifyInstance } from 'fastify';

/** Answers that say who may not do what: their lines name the address and the code, to be found by whoever looks for an attack. */
const refused = new Set([401, 403]);

/** One line per answer. The route's pattern, never the address: ids and filters are the customer's business. */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
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
