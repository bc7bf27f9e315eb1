import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Clock, isoTime } from '../../time.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { watchingContract } from './contract.ts';
import type { HealthService, MetricsService } from './types.ts';

export const healthRoutes =
  ({ health, clock }: { health: HealthService; clock: Clock }): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, watchingContract.health, async (_request, reply) => {
      const { status, checks, languages } = await health.check();
      if (status !== 'healthy') reply.code(503);
      return { status, timestamp: isoTime(clock.now()), checks, languages };
    });
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics`, for callers with the token, and the clock of every answer. Without a token there is no such page. */
export function addMetrics(
  app: FastifyInstance,
  { metrics, token }: { metrics: MetricsService; token: string | null },
): void {
  if (token === null) return;
  const wanted = digest(`Bearer ${token}`);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null;
    if (route === '/metrics') return;
    metrics.served({
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    });
  });
  app.get('/metrics', { schema: { hide: true }, config: { isProbe: true } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain; charset=utf-8')
        .send('Send the METRICS_TOKEN of this installation: "Authorization: Bearer …".\n');
    }
    const { contentType, text } = await metrics.scrape();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
}
