import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../time.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Call once an unfinished run is about to be answered; ApiError POLL_RATE_LIMITED when the same run was
     * answered less than 10 s ago. A refused poll does not move the time of the next one.
     */
    limitPolling(runId: string): void;
  }
}

/** The oldest is forgotten beyond this many: 100,000 runs polled within 10 s are far above any installation. */
const MAX_REMEMBERED = 100_000;

export function createPollLimiter({
  clock,
  maxRemembered = MAX_REMEMBERED,
}: {
  clock: Clock;
  maxRemembered?: number;
}) {
  // A Map keeps the order of insertion: the first entries are the oldest.
  const answeredAtMs = new Map<string, number>();
  const { minIntervalMs } = limits.poll;

  return (runId: string): void => {
    const nowMs = clock.now();
    for (const [id, atMs] of answeredAtMs) {
      if (nowMs - atMs < minIntervalMs && answeredAtMs.size < maxRemembered) break;
      answeredAtMs.delete(id);
    }
    const lastMs = answeredAtMs.get(runId);
    if (lastMs !== undefined) {
      const retryAfterSeconds = Math.max(1, Math.ceil((lastMs + minIntervalMs - nowMs) / 1000));
      throw new ApiError(
        'POLL_RATE_LIMITED',
        `Poll the same id every ${minIntervalMs / 1000} seconds at most; keep polling this id after the wait.`,
        { retryAfterSeconds },
      );
    }
    answeredAtMs.set(runId, nowMs);
  };
}

export function addPollLimit(app: FastifyInstance, { clock }: { clock: Clock }): void {
  app.decorate('limitPolling', createPollLimiter({ clock }));
}
