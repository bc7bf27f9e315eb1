import type { Logger } from '../logging.ts';
import type { Run } from '../modules/runs/types.ts';

export interface Claims {
  /** Every run under way. */
  readonly active: ReadonlySet<Promise<void>>;
  /**
   * Begins the next run of a type and adds it to `ours`; false when there is none. One claim after the other: between the look
   * at what is under way and the lease nothing else may begin.
   */
  claim(serviceType: string, ours: Set<Promise<void>>): Promise<boolean>;
}

/**
 * The runs that a worker has under way; one that must be tried alone keeps all others away.
 *
 * @param next leases the next run of a type; `isIdle`: nothing is under way, so that it may be one to be tried alone
 * @param work takes a run to its end; never rejects
 */
export function createClaims({
  next,
  work,
  logger,
}: {
  next: (serviceType: string, isIdle: boolean) => Promise<Run | undefined>;
  work: (run: Run) => Promise<void>;
  logger: Logger;
}): Claims {
  const active = new Set<Promise<void>>();
  /** The run under way that must be the only one. */
  let lone: Run | undefined;
  let claimed: Promise<boolean> = Promise.resolve(false);
  return {
    active,
    claim(serviceType, ours) {
      const claimNext = async () => {
        if (lone) return false;
        const run = await next(serviceType, active.size === 0);
        if (!run) return false;
        if (run.alone) {
          lone = run;
          logger.warn(
            { runId: run.id },
            'run is tried alone: a worker died with it and others, or a step got too little processor time',
          );
        }
        const working = work(run).finally(() => {
          ours.delete(working);
          active.delete(working);
          if (lone === run) lone = undefined;
        });
        ours.add(working);
        active.add(working);
        return true;
      };
      claimed = claimed.then(claimNext, claimNext);
      return claimed;
    },
  };
}
