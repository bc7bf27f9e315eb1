import { createBackground } from '../background.ts';
import { limits } from '../config/limits.ts';
import type { Lanes } from '../lanes/lanes.ts';
import type { LaneCheck } from '../lanes/protocol.ts';
import type { RunTypes } from '../modules/runs/run-type.ts';
import type { Run } from '../modules/runs/types.ts';
import type { LaneName } from '../pipeline/step.ts';
import type { Death } from '../process/death.ts';
import { hours, seconds } from '../time.ts';
import { capabilitiesOf, isReady } from './capabilities.ts';
import { workerIdentity } from './host.ts';
import { type ProcessRunDeps, processRun } from './process-run.ts';
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

const RECHECK_MS = seconds(10);
/** After an unexpected error in the loop, e.g. an unreachable database. */
const TROUBLE_PAUSE_MS = seconds(1);

export function createDispatchWorker(deps: WorkerDeps): DispatchWorker {
  const { queue, lanes, workerId, host, clock, logger, workFolders, concurrency, deaths = [] } = deps;
  const { idlePollMs = 200, watchdogEveryMs = seconds(5), sweepEveryMs = hours(1) } = deps;
  const { lookAgainMs = seconds(60), checks = {} } = deps;
  const { spaceAgainMs = seconds(30), blobs } = deps;
  const active = new Set<Promise<void>>();
  const background = createBackground(logger);
  const { signal, rest } = background;

  const untilStopped = new Promise<undefined>((stopped) =>
    signal.addEventListener('abort', () => stopped(undefined), { once: true }),
  );

  /** Until when nothing is claimed, because a run met a full disk or a bucket that is away. */
  let spaceAtMs: number | null = null;
  const hasSpace = async (): Promise<boolean> => {
    if (spaceAtMs === null) return true;
    if (performance.now() < spaceAtMs) return false;
    const { ok, detail } = await blobs.check();
    spaceAtMs = ok ? null : performance.now() + spaceAgainMs;
    if (!ok)
      logger.error(
        { detail },
        'storage still not usable: no runs are started; free disk space or check the bucket',
      );
    return ok;
  };

  const work = (run: Run) =>
    processRun(deps, run, signal)
      .then((end) => {
        if (end === 'no storage') spaceAtMs = performance.now() + spaceAgainMs;
      })
      .catch((error) =>
        logger.error(
          { runId: run.id, err: error },
          'could not process a run; it is taken over when its lease lapses',
        ),
      );

  /** The run under way that must be the only one. */
  let lone: Run | undefined;
  let claimed: Promise<boolean> = Promise.resolve(false);
  /**
   * Begins the next run of a type and adds it to `ours`; false when there is none. One claim after the other: between the look
   * at what is under way and the lease nothing else may begin.
   */
  const claim = (serviceType: string, ours: Set<Promise<void>>): Promise<boolean> => {
    const next = async () => {
      if (lone) return false;
      const run = await queue.claim(workerId, serviceType, active.size === 0);
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
    claimed = claimed.then(next, next);
    return claimed;
  };

  const claimLoop = async (serviceType: string) => {
    const ours = new Set<Promise<void>>();
    const most = deps.types.of(serviceType).caps.perWorker ?? concurrency;
    while (!signal.aborted) {
      if (ours.size >= most) {
        await Promise.race([...ours, rest(seconds(1))]);
        continue;
      }
      try {
        if (!(await hasSpace())) await rest(Math.min(spaceAgainMs, seconds(1)));
        else if (!(await claim(serviceType, ours))) await rest(idlePollMs);
      } catch (error) {
        logger.error({ err: error }, 'could not claim a run; tried again');
        await rest(TROUBLE_PAUSE_MS);
      }
    }
  };

  const register = (capabilities: Record<string, unknown>) =>
    queue.registerWorker({ id: workerId, host, pid: process.pid, capabilities });
  const identity = workerIdentity();

  /** A failing check is shown by health and looked at again: an operator who installs what is missing need not restart the worker. */
  const waitForEngines = async (): Promise<Record<string, unknown> | undefined> => {
    while (!signal.aborted) {
      const reports = await lanes.reports();
      const capabilities = { ...identity, ...capabilitiesOf(reports, checks) };
      if (isReady(reports)) return capabilities;
      logger.error(
        { checks: capabilities.checks },
        'engines not ready: no runs are processed; see "assay doctor"',
      );
      await register(capabilities);
      await rest(RECHECK_MS);
    }
    return undefined;
  };

  /**
   * What was there at the start may go, a recognition server on the network before all. A thread that decides and does not hear is
   * asked: those that hear are busy for minutes. One that reads CVs is asked while it has not said that it can: it may have been late.
   */
  const keepLooking = (registered: Record<string, unknown>): void => {
    const known = registered.checks as Record<string, LaneCheck>;
    const look = async () => {
      const asked: LaneName[] = known.cv_reader?.ok === false ? ['cpu', 'cv'] : ['cpu'];
      const reports = await Promise.race([Promise.all(asked.map(lanes.look)), untilStopped]);
      if (!reports) return;
      const changed = reports
        .flatMap((report) => Object.entries(report.checks))
        .filter(([name, { ok, isLate }]) => !isLate && known[name]?.ok !== ok);
      if (changed.length === 0) return;
      Object.assign(known, Object.fromEntries(changed));
      logger.warn({ changed: Object.fromEntries(changed) }, 'engine availability changed');
      await queue.markReady(workerId, { ...registered, checks: known });
    };
    background.every(lookAgainMs, 'look at the engines', look, { firstMs: lookAgainMs });
  };

  return {
    async start() {
      await recoverRuns({ queue, host, deaths, clock, logger });
      await register(identity);
      background.every(limits.lease.heartbeatMs, 'worker heartbeat', () => queue.workerHeartbeat(workerId));
      background.every(watchdogEveryMs, 'watchdog', () =>
        recoverRuns({ queue, host, deaths, clock, logger }),
      );
      background.every(sweepEveryMs, 'sweep of work folders', async () => {
        const removed = await workFolders.sweep();
        if (removed.length > 0) logger.info({ runIds: removed }, 'removed work folders of ended runs');
      });
      const capabilities = await waitForEngines();
      if (!capabilities) return;
      await queue.markReady(workerId, capabilities);
      logger.info({ capabilities }, 'worker is ready');
      for (const type of Object.keys(deps.services)) background.begin(() => claimLoop(type));
      keepLooking(capabilities);
    },

    async stop() {
      await background.stop(new Error('The worker stops.'));
      await Promise.all(active);
      await queue.removeWorker(workerId);
    },
  };
}
