import { type Static, Type } from 'typebox';
import { answer, type Endpoint } from '../shapes/endpoint.ts';
import { answeredAt, list, map, object, orNull, ref, whole } from '../shapes/schema.ts';

const HealthStatus = Type.Enum(['healthy', 'degraded'], {
  $id: 'HealthStatus',
  description: 'healthy: every check is healthy or configured. degraded: something is missing.',
});
const CheckStatus = Type.Enum(['healthy', 'unhealthy', 'unreachable', 'configured', 'not_configured'], {
  $id: 'CheckStatus',
  description: 'configured: there, and no more can be told. unreachable: does not answer.',
});

const Health = Type.Object(
  {
    status: ref(HealthStatus, 'All in all.'),
    timestamp: answeredAt,
    checks: map(
      object('One check.', {
        status: ref(CheckStatus, 'How it went.'),
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
const checks: Static<typeof Health>['checks'] = {
  database: { status: 'healthy', latency: 1 },
  storage: { status: 'healthy', latency: 0 },
  worker: { status: 'healthy', latency: null },
  recogniser: { status: 'configured', latency: null },
  ffmpeg: { status: 'configured', latency: null },
  sandbox: { status: 'healthy', latency: 1 },
};
const languages = { available: ['en'], notAvailable: ['es', 'fr', 'de'] };

export const watchingContract = {
  /** The only route without a key. */
  health: {
    method: 'GET',
    url: '/health',
    public: true,
    isProbe: true,
    operationId: 'getHealth',
    summary: 'Whether everything the service needs is there',
    description: 'Needs no key. 503, with the same body, while something is missing.',
    tag: 'Universal',
    answers: {
      200: answer(Health, 'Every check is healthy or configured.', {
        healthy: { status: 'healthy', timestamp, checks, languages },
      }),
      503: answer(Health, 'Something is missing.', {
        degraded: {
          status: 'degraded',
          timestamp,
          checks: { ...checks, worker: { status: 'unreachable', latency: null } },
          languages: null,
        },
      }),
    },
  },
} satisfies Record<string, Endpoint>;
