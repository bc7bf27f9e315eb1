import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
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
 * The key's own limit, and where it stands, on every authenticated answer: the `RateLimit` and
 * `RateLimit-Policy` fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function addRateLimit(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const { windowMs } = limits.rateLimit;
  const limiter = createRateLimiter({ clock, windowMs });

  app.addHook('onRequest', async ({ caller }) => {
    const perMinute = caller.key.rateLimitPerMinute;
    const { allowed, resetSeconds } = limiter.take(caller.key.id, perMinute);
    if (!allowed) {
      throw new ApiError('RATE_LIMIT_EXCEEDED', `This key may send ${perMinute} requests per minute.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
  });
  app.addHook('onSend', async ({ caller }, reply) => {
    if (!caller) return;
    const perMinute = caller.key.rateLimitPerMinute;
    const { remaining, resetSeconds } = limiter.look(caller.key.id, perMinute);
    reply.header('ratelimit-policy', `"per-key";q=${perMinute};w=${windowMs / 1000}`);
    reply.header('ratelimit', `"per-key";r=${remaining};t=${resetSeconds}`);
  });
}
