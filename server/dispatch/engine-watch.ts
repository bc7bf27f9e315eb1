import type { Background } from '../background.ts';
import type { Lanes } from '../lanes/lanes.ts';
import type { LaneCheck } from '../lanes/protocol.ts';
import type { Logger } from '../logging.ts';
import type { RunQueue } from '../modules/runs/types.ts';
import type { LaneName } from '../pipeline/step.ts';
import { seconds } from '../time.ts';
import { capabilitiesOf, isReady } from './capabilities.ts';
import { workerIdentity } from './host.ts';

const RECHECK_MS = seconds(10);

export interface EngineWatch {
  /** Puts the worker on the list, without any engine yet. */
  register(): Promise<void>;
  /** What the worker can do, once a thread of each lane has loaded its engines and its checks pass; undefined when it is stopped before. */
  untilReady(): Promise<Record<string, unknown> | undefined>;
  /** Looks again from time to time, and notes what has changed. @param registered what `untilReady` answered */
  keepLooking(registered: Record<string, unknown>, everyMs: number): void;
}

/** Tells the list of workers what the engines of this one can do. */
export function createEngineWatch({
  lanes,
  checks,
  queue,
  workerId,
  host,
  logger,
  background,
}: {
  lanes: Pick<Lanes, 'reports' | 'look'>;
  /** Of this process rather than of its lanes. */
  checks: Readonly<Record<string, LaneCheck>>;
  queue: Pick<RunQueue, 'registerWorker' | 'markReady'>;
  workerId: string;
  host: string;
  logger: Logger;
  background: Pick<Background, 'signal' | 'rest' | 'every'>;
}): EngineWatch {
  const { signal, rest } = background;
  const identity = workerIdentity();
  const untilStopped = new Promise<undefined>((stopped) =>
    signal.addEventListener('abort', () => stopped(undefined), { once: true }),
  );
  const register = (capabilities: Record<string, unknown>) =>
    queue.registerWorker({ id: workerId, host, pid: process.pid, capabilities });

  return {
    register: () => register(identity),

    /** A failing check is shown by health and looked at again: an operator who installs what is missing need not restart the worker. */
    async untilReady() {
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
    },

    /**
     * What was there at the start may go, a recognition server on the network before all. A thread that decides and does not hear is
     * asked: those that hear are busy for minutes. One that reads CVs is asked while it has not said that it can: it may have been late.
     */
    keepLooking(registered, everyMs) {
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
      background.every(everyMs, 'look at the engines', look, { firstMs: everyMs });
    },
  };
}
