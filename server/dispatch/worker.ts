import { createBackground } from '../background.ts';
import { limits } from '../config/limits.ts';
import type { Lanes } from '../lanes/lanes.ts';
import type { LaneCheck } from '../lanes/protocol.ts';
import type { RunTypes } from '../modules/runs/run-type.ts';
import type { Run } from '../modules/runs/types.ts';
import type { Death } from '../process/death.ts';
import { hours, seconds } from '../time.ts';
import { createClaims } from './claims.ts';
import { createEngineWatch } from './engine-watch.ts';
import { type ProcessRunDeps, processRun } from './process-run.ts';
import { createStorageGuard } from './storage-guard.ts';
import { recoverRuns } from './watchdog.ts';

export interface WorkerDeps extends ProcessRunDeps {
  types: Pick<RunTypes, 'of'>;
  lanes: Lanes;
  host: string;
  /** Of this process rather than of its lanes; the worker takes runs even where they fail. */
  checks?: Readonly<Record<string, LaneCheck>>;
  /** How the worker processes before this one ended, as their supervisor saw it. */
  deaths?: readonly Death[];
  /** Runs of each service type processed at once, where the type itself has no cap: a CV that takes seconds never waits for recordings that take minutes. */
  concurrency: number;
  /** Longest time a run waits to be noticed while nothing happens. */
  idlePollMs?: number;
  watchdogEveryMs?: number;
  /** How often a worker that is ready looks at its engines again. */
  lookAgainMs?: number;
  sweepEveryMs?: number;
  /** How long a worker whose disk was full waits before it looks for room again. */
  spaceAgainMs?: number;
}

export interface DispatchWorker {
  /** Resolves once a thread of each lane has loaded its engines, its checks pass, and runs are being claimed. */
  start(): Promise<void>;
  /** Orderly: claims no more, calls steps off, gives leases back, strikes the worker off the list. */
  stop(): Promise<void>;
}

/** After an unexpected error in the loop, e.g. an unreachable database. */
const TROUBLE_PAUSE_MS = seconds(1);

export function createDispatchWorker(deps: WorkerDeps): DispatchWorker {
  const { queue, lanes, workerId, host, clock, logger, workFolders, concurrency, deaths = [] } = deps;
  const { idlePollMs = 200, watchdogEveryMs = seconds(5), sweepEveryMs = hours(1) } = deps;
  const { lookAgainMs = seconds(60), checks = {} } = deps;
  const { spaceAgainMs = seconds(30), blobs } = deps;
  const background = createBackground(logger);
  const { signal, rest } = background;

  const storage = createStorageGuard({ blobs, logger, againMs: spaceAgainMs });
  const work = (run: Run) =>
    processRun(deps, run, signal)
      .then((end) => {
        if (end === 'no storage') storage.wasFull();
      })
      .catch((error) =>
        logger.error(
          { runId: run.id, err: error },
          'could not process a run; it is taken over when its lease lapses',
        ),
      );

  const { claim, active } = createClaims({
    next: (serviceType, isIdle) => queue.claim(workerId, serviceType, isIdle),
    work,
    logger,
  });

  const claimLoop = async (serviceType: string) => {
    const ours = new Set<Promise<void>>();
    const most = deps.types.of(serviceType).caps.perWorker ?? concurrency;
    while (!signal.aborted) {
      if (ours.size >= most) {
        await Promise.race([...ours, rest(seconds(1))]);
        continue;
      }
      try {
        if (!(await storage.isUsable())) await rest(Math.min(spaceAgainMs, seconds(1)));
        else if (!(await claim(serviceType, ours))) await rest(idlePollMs);
      } catch (error) {
        logger.error({ err: error }, 'could not claim a run; tried again');
        await rest(TROUBLE_PAUSE_MS);
      }
    }
  };

  const engines = createEngineWatch({ lanes, checks, queue, workerId, host, logger, background });

  return {
    async start() {
      await recoverRuns({ queue, host, deaths, clock, logger });
      await engines.register();
      background.every(limits.lease.heartbeatMs, 'worker heartbeat', () => queue.workerHeartbeat(workerId));
      background.every(watchdogEveryMs, 'watchdog', () =>
        recoverRuns({ queue, host, deaths, clock, logger }),
      );
      background.every(sweepEveryMs, 'sweep of work folders', async () => {
        const removed = await workFolders.sweep();
        if (removed.length > 0) logger.info({ runIds: removed }, 'removed work folders of ended runs');
      });
      const capabilities = await engines.untilReady();
      if (!capabilities) return;
      await queue.markReady(workerId, capabilities);
      logger.info({ capabilities }, 'worker is ready');
      for (const type of Object.keys(deps.services)) background.begin(() => claimLoop(type));
      engines.keepLooking(capabilities, lookAgainMs);
    },

    async stop() {
      await background.stop(new Error('The worker stops.'));
      await Promise.all(active);
      await queue.removeWorker(workerId);
    },
  };
}
