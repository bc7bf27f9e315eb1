import type { FastifyInstance } from 'fastify';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { PollNotes, Run } from '../../modules/runs/types.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Call once an unfinished run is about to be answered; ApiError POLL_RATE_LIMITED when the same run was
     * answered less than 10 s ago. A refused poll does not move the time of the next one.
     */
    limitPolling(run: Run): void;
  }
}

export function addPollLimit(app: FastifyInstance, { polls }: { polls: PollNotes }): void {
  app.addHook('onClose', () => polls.written());
  app.decorate('limitPolling', (run: Run) => {
    const waitMs = polls.note(run);
    if (waitMs === 0) return;
    throw new ApiError(
      'POLL_RATE_LIMITED',
      `Poll the same id every ${limits.poll.minIntervalMs / 1000} seconds at most; keep polling this id after the wait.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    );
  });
}
