import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Clock, isoTime } from '../../time.ts';
import type { HealthService } from './service.ts';

const HealthSchema = Type.Object(
  {
    status: Type.Enum(['healthy', 'degraded']),
    timestamp: Type.String({ format: 'date-time' }),
    checks: Type.Record(
      Type.String(),
      Type.Object(
        {
          status: Type.Enum(['healthy', 'unhealthy', 'unreachable', 'configured', 'not_configured']),
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

/** The only route without a key. */
export const healthRoutes =
  ({ health, clock }: { health: HealthService; clock: Clock }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(HealthSchema);
    app.route({
      method: 'GET',
      url: '/health',
      config: { public: true },
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
