import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Clock, isoTime } from '../../time.ts';
import { answeredAt, list, map, object, orNull, ref, whole } from '../shapes/schema.ts';
import type { HealthService, MetricsService } from './types.ts';

const HealthStatus = Type.Enum(['healthy', 'degraded'], {
  $id: 'HealthStatus',
  description: 'healthy: every check is healthy or configured. degraded: something is missing.',
});
const CheckStatus = Type.Enum(['healthy', 'unhealthy', 'unreachable', 'configured', 'not_configured'], {
  $id: 'CheckStatus',
  description: 'configured: there, and no more can be told. unreachable: does not answer.',
});

const HealthSchema = Type.Object(
  {
    status: ref('HealthStatus', 'All in all.'),
    timestamp: answeredAt,
    checks: map(
      object('One check.', {
        status: ref('CheckStatus', 'How it went.'),
        latency: orNull(whole('Milliseconds that the check took. Null where nothing answered.')),
      }),
      'By name: database, storage, worker, recogniser, ffmpeg; language_model and backup where one is set up. Others may be added.',
    ),
    languages: orNull(
      object('Languages of recordings, ISO 639-1. Null while no worker has told.', {
        available: list(Type.String(), 'Those with a recogniser.'),
        notAvailable: list(Type.String(), 'Those whose submission is refused with LANGUAGE_NOT_AVAILABLE.'),
      }),
    ),
  },
  { $id: 'Health', description: 'Whether everything the service needs is there.' },
);

const timestamp = '2026-11-23T09:30:00.000Z';
const checks = {
  database: { status: 'healthy', latency: 1 },
  storage: { status: 'healthy', latency: 0 },
  worker: { status: 'healthy', latency: null },
  recogniser: { status: 'configured', latency: null },
  ffmpeg: { status: 'configured', latency: null },
  sandbox: { status: 'healthy', latency: 1 },
};
const languages = { available: ['en'], notAvailable: ['es', 'fr', 'de'] };
const examples = {
  answers: {
    200: { healthy: { status: 'healthy', timestamp, checks, languages } },
    503: {
      degraded: {
        status: 'degraded',
        timestamp,
        checks: { ...checks, worker: { status: 'unreachable', latency: null } },
        languages: null,
      },
    },
  },
};

/** The only route without a key. */
export const healthRoutes =
  ({ health, clock }: { health: HealthService; clock: Clock }): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [HealthStatus, CheckStatus, HealthSchema]) app.addSchema(schema);
    app.route({
      method: 'GET',
      url: '/health',
      config: { public: true, examples, isProbe: true },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether everything the service needs is there',
        description: 'Needs no key. 503, with the same body, while something is missing.',
        tags: ['Universal'],
        response: {
          200: Type.Ref('Health', { description: 'Every check is healthy or configured.' }),
          503: Type.Ref('Health', { description: 'Something is missing.' }),
        },
      },
      handler: async (_request, reply) => {
        const { status, checks, languages } = await health.check();
        return reply
          .code(status === 'healthy' ? 200 : 503)
          .send({ status, timestamp: isoTime(clock.now()), checks, languages });
      },
    });
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics`, for whoever knows the token, and the clock of every answer. Without a token there is no such page. */
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
