import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../modules/identity/types.ts';
import type { Clock } from '../../time.ts';

/** Ended windows are dropped once this many keys have one: memory stays bounded whatever callers do. */
const SWEEP_AT_KEYS = 10_000;

export interface Pace {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Counts requests per key in windows of a minute that begin with the key's first request. */
export function createRateLimiter({
  clock,
  windowMs,
  sweepAtKeys = SWEEP_AT_KEYS,
}: {
  clock: Clock;
  windowMs: number;
  sweepAtKeys?: number;
}) {
  const windows = new Map<string, { startMs: number; count: number }>();

  const current = (keyId: string, nowMs: number) => {
    const window = windows.get(keyId);
    return window && nowMs - window.startMs < windowMs ? window : undefined;
  };
  const pace = (
    allowed: boolean,
    perWindow: number,
    window: { startMs: number; count: number },
    nowMs: number,
  ) => ({
    allowed,
    remaining: Math.max(0, perWindow - window.count),
    resetSeconds: Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1000)),
  });

  return {
    /** Counts a request; a refused one is not counted. */
    take(keyId: string, perWindow: number): Pace {
      const nowMs = clock.now();
      if (windows.size >= sweepAtKeys) {
        for (const [id, { startMs }] of windows) if (nowMs - startMs >= windowMs) windows.delete(id);
      }
      let window = current(keyId, nowMs);
      if (!window) {
        window = { startMs: nowMs, count: 0 };
        windows.set(keyId, window);
      }
      const allowed = window.count < perWindow;
      if (allowed) window.count++;
      return pace(allowed, perWindow, window, nowMs);
    },
    /** Keys remembered. */
    size: () => windows.size,
    /** Where a key stands, without counting. */
    look(keyId: string, perWindow: number): Pace {
      const nowMs = clock.now();
      return pace(true, perWindow, current(keyId, nowMs) ?? { startMs: nowMs, count: 0 }, nowMs);
    },
  };
}

/**
 * The key's own limit, its client's where there is one, and where they stand, on every authenticated answer: the
 * `RateLimit` and `RateLimit-Policy` fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function addRateLimit(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const { windowMs } = limits.rateLimit;
  const limiter = createRateLimiter({ clock, windowMs });

  app.addHook('onRequest', async ({ caller }) => {
    const bounds = boundsOf(caller);
    // Looked at before anything is counted: a request that one of them refuses counts for none.
    for (const { id, perMinute, whose } of bounds) {
      const { remaining, resetSeconds } = limiter.look(id, perMinute);
      if (remaining > 0) continue;
      throw new ApiError('RATE_LIMIT_EXCEEDED', `${whose} may send ${perMinute} requests per minute.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
    for (const { id, perMinute } of bounds) limiter.take(id, perMinute);
  });
  app.addHook('onSend', async ({ caller }, reply) => {
    if (!caller) return;
    const bounds = boundsOf(caller);
    const stands = bounds.map(({ name, id, perMinute }) => {
      const { remaining, resetSeconds } = limiter.look(id, perMinute);
      return `"${name}";r=${remaining};t=${resetSeconds}`;
    });
    const policies = bounds.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=${windowMs / 1000}`);
    reply.header('ratelimit-policy', policies.join(', '));
    reply.header('ratelimit', stands.join(', '));
  });
}

interface Bound {
  name: 'per-key' | 'per-client';
  id: string;
  perMinute: number;
  whose: string;
}

function boundsOf({ key, client }: Caller): Bound[] {
  const own: Bound = {
    name: 'per-key',
    id: `key ${key.id}`,
    perMinute: key.rateLimitPerMinute,
    whose: 'This key',
  };
  const { rateLimitPerMinute: perMinute } = client;
  if (perMinute === null) return [own];
  return [
    own,
    { name: 'per-client', id: `client ${client.id}`, perMinute, whose: 'All keys of this account together' },
  ];
}
