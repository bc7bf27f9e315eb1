import type { FastifyInstance } from 'fastify';

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
        keyId: request.caller?.key.id,
        userId: request.signedIn?.user.id,
      },
      'request served',
    );
  });
}
