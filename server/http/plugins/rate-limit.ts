import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Bound, Caller, RateWindows } from '../../modules/identity/types.ts';

/**
 * The key's own limit, its client's where there is one, and where they stand, on every authenticated answer: the
 * `RateLimit` and `RateLimit-Policy` fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function addRateLimit(app: FastifyInstance, { rates }: { rates: RateWindows }): void {
  app.addHook('onRequest', async ({ caller }) => {
    const refusing = await rates.take(boundsOf(caller));
    if (!refusing) return;
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `${refusing.whose} may send ${refusing.perWindow} requests per minute; wait ${rates.look(refusing).resetSeconds} seconds.`,
      { retryAfterSeconds: rates.look(refusing).resetSeconds },
    );
  });
  app.addHook('onSend', async ({ caller }, reply) => {
    if (!caller) return;
    const bounds = boundsOf(caller);
    const stands = bounds.map((bound) => {
      const { remaining, resetSeconds } = rates.look(bound);
      return `"${bound.name}";r=${remaining};t=${resetSeconds}`;
    });
    const windowSeconds = limits.rateLimit.windowMs / 1000;
    const policies = bounds.map(({ name, perWindow }) => `"${name}";q=${perWindow};w=${windowSeconds}`);
    reply.header('ratelimit-policy', policies.join(', '));
    reply.header('ratelimit', stands.join(', '));
  });
}

interface NamedBound extends Bound {
  name: 'per-key' | 'per-client';
  whose: string;
}

export function boundsOf({ key, client }: Caller): NamedBound[] {
  const own: NamedBound = {
    name: 'per-key',
    subject: `key ${key.id}`,
    perWindow: key.rateLimitPerMinute,
    whose: 'This key',
  };
  const { rateLimitPerMinute: perWindow } = client;
  if (perWindow === null) return [own];
  return [
    own,
    {
      name: 'per-client',
      subject: `client ${client.id}`,
      perWindow,
      whose: 'All keys of this account together',
    },
  ];
}
