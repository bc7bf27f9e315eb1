import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Clock, isoTime } from '../../time.ts';
import type { HealthService } from './service.ts';

const HealthStatus = Type.Enum(['healthy', 'degraded'], { $id: 'HealthStatus' });
const CheckStatus = Type.Enum(['healthy', 'unhealthy', 'unreachable', 'configured', 'not_configured'], {
  $id: 'CheckStatus',
});

const HealthSchema = Type.Object(
  {
    status: Type.Ref('HealthStatus'),
    timestamp: Type.String({ format: 'date-time' }),
    checks: Type.Record(
      Type.String(),
      Type.Object(
        {
          status: Type.Ref('CheckStatus'),
          latency: Type.Union([Type.Integer({ description: 'Milliseconds.' }), Type.Null()]),
        },
        { additionalProperties: false },
      ),
    ),
    languages: Type.Union(
      [
        Type.Object(
          { available: Type.Array(Type.String()), notAvailable: Type.Array(Type.String()) },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        description:
          'Of recordings, ISO 639-1: those with a recogniser, and those whose submission is refused (LANGUAGE_NOT_AVAILABLE). null while ' +
          'no worker has told.',
      },
    ),
  },
  { $id: 'Health', additionalProperties: false },
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
      config: { public: true, examples },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether everything the service needs is there',
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
