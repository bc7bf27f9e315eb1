import { limits } from '../config/limits.ts';
import type { Logger } from '../logging.ts';
import type { RunQueue } from '../modules/runs/types.ts';
import type { Clock } from '../time.ts';

/** Progress is written at most this often; in between only the heartbeat's rhythm counts. */
const PROGRESS_EVERY_MS = 1000;

export interface Lease {
  /** Aborted once the run is no longer ours. */
  readonly lost: AbortSignal;
  progress(step: string, fraction: number): void;
  /** Stops renewing; resolves when no renewal is under way any more. */
  end(): Promise<void>;
}

/**
 * Keeps a claimed run ours: renews the lease every `heartbeatMs` and carries the progress along. A renewal that
 * finds the lease taken, or none that succeeds for as long as a lease lasts, means the run is lost.
 */
export function keepLease({
  queue,
  runId,
  workerId,
  clock,
  logger,
  heartbeatMs = limits.lease.heartbeatMs,
  leaseMs = limits.lease.leaseMs,
  progressEveryMs = PROGRESS_EVERY_MS,
}: {
  queue: Pick<RunQueue, 'heartbeat'>;
  runId: string;
  workerId: string;
  clock: Clock;
  logger: Logger;
  heartbeatMs?: number;
  leaseMs?: number;
  progressEveryMs?: number;
}): Lease {
  const lost = new AbortController();
  let progress: { step: string; fraction: number } | null = null;
  let renewedAtMs = clock.now();
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAtMs = Number.POSITIVE_INFINITY;
  let ended = false;
  // A renewal that hangs, because the network is cut, does not fail: a timer tells that the lease has lapsed.
  let lapsing: NodeJS.Timeout;
  const lapse = () => lost.abort(new Error('The lease could not be renewed.'));
  const hold = () => {
    clearTimeout(lapsing);
    if (!ended) lapsing = setTimeout(lapse, leaseMs);
  };
  hold();

  const schedule = (inMs: number) => {
    const atMs = clock.now() + inMs;
    if (ended || lost.signal.aborted || beating || atMs >= dueAtMs) return;
    clearTimeout(timer);
    dueAtMs = atMs;
    timer = setTimeout(() => {
      dueAtMs = Number.POSITIVE_INFINITY;
      beating = beat().finally(() => {
        beating = undefined;
        schedule(heartbeatMs);
      });
    }, inMs);
  };
  const beat = async () => {
    const askedAtMs = clock.now();
    try {
      if (await queue.heartbeat(runId, workerId, progress)) {
        renewedAtMs = askedAtMs;
        hold();
      } else lost.abort(new Error('The lease was taken over.'));
    } catch (error) {
      logger.warn({ runId, err: error }, 'run lease not renewed; tried again until it lapses');
      if (clock.now() - renewedAtMs >= leaseMs) lapse();
    }
  };
  schedule(heartbeatMs);

  return {
    lost: lost.signal,
    progress(step, fraction) {
      const isNewStep = progress?.step !== step;
      progress = { step, fraction };
      const sinceMs = clock.now() - renewedAtMs;
      schedule(Math.max(isNewStep ? 0 : 1, progressEveryMs - sinceMs));
    },
    async end() {
      ended = true;
      clearTimeout(timer);
      clearTimeout(lapsing);
      await beating;
    },
  };
}
