import type { ChildProcess } from 'node:child_process';
import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';
import { type Death, diedByItself, outOfMemoryKills } from './death.ts';
import { type ChildMessage, type ChildRole, HOPELESS, RENEWED } from './service.ts';

export interface BackOff {
  firstMs: number;
  maxMs: number;
  /** A child that served this long is taken for sound again: its next crash waits `firstMs`. */
  soundAfterMs: number;
}

const defaultBackOff: BackOff = { firstMs: 200, maxMs: seconds(10), soundAfterMs: seconds(30) };

export interface Supervisor {
  /** Starts every child; resolves with the exit status for this process once all of them have ended. */
  run(): Promise<number>;
  /** Asks the children to end in order; those still there after the deadline are killed. */
  stop(): void;
}

interface Managed {
  role: ChildRole;
  child: ChildProcess | undefined;
  crashes: number;
  servedAtMs: number | undefined;
  /** Has served at least once in this supervisor's life. */
  proven: boolean;
  restart: NodeJS.Timeout | undefined;
  deaths: Death[];
}

interface SupervisorDeps {
  roles: readonly ChildRole[];
  /** `deaths`: how those before it ended, since one of them last served. */
  startChild: (role: ChildRole, deaths: readonly Death[]) => ChildProcess;
  /** Each time a child serves, also after a restart. */
  onServing: (role: ChildRole, message: ChildMessage) => void;
  logger: Logger;
  backOff?: BackOff;
  stopWithinMs?: number;
}

/** Before its first start. */
const unstarted = (role: ChildRole): Managed => ({
  role,
  child: undefined,
  crashes: 0,
  servedAtMs: undefined,
  proven: false,
  restart: undefined,
  deaths: [],
});

/** Keeps one process per role alive: a crashed one is started again, after a growing pause, without touching the others. */
export function createSupervisor({
  roles,
  startChild,
  onServing,
  logger,
  backOff = defaultBackOff,
  stopWithinMs = seconds(10),
}: SupervisorDeps): Supervisor {
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const managed = roles.map(unstarted);
  let stopping = false;
  let exitCode = 0;

  const launch = (one: Managed) => {
    const killedBefore = outOfMemoryKills();
    const child = startChild(one.role, one.deaths);
    one.child = child;
    one.servedAtMs = undefined;
    logger.info({ role: one.role, childPid: child.pid }, 'started a process');
    child.on('message', (message: ChildMessage) => {
      if (message?.type !== 'serving') return;
      Object.assign(one, { servedAtMs: performance.now(), proven: true, deaths: [] });
      onServing(one.role, message);
    });
    const onError = (error: Error) =>
      logger.error({ role: one.role, err: error }, 'could not start or reach a process');
    onceGone(child, onError, (code, signal) => {
      one.child = undefined;
      const byItself = diedByItself(code, signal, outOfMemoryKills() > killedBefore);
      if (child.pid !== undefined && code !== RENEWED) one.deaths.push({ pid: child.pid, byItself });
      handleExit(one, code, signal);
    });
  };

  const handleExit = (one: Managed, code: number | null, signal: NodeJS.Signals | null) => {
    const { role } = one;
    if (stopping) {
      logger.info({ role, code, signal }, 'a process ended');
      return finishWhenAllEnded();
    }
    if (code === HOPELESS && !one.proven) {
      logger.fatal({ role }, 'a process cannot start; the server ends; see the message before this');
      exitCode = 1;
      return stop();
    }
    if (code === RENEWED && one.servedAtMs !== undefined) {
      logger.info({ role }, 'a process ended to be started anew');
      return launch(one);
    }
    one.crashes = crashesOf(one, backOff);
    const delayMs = restartDelayMs(one.crashes, backOff);
    logger.error({ role, code, signal, restartInMs: delayMs }, 'a process crashed; it is started again');
    one.restart = setTimeout(() => {
      one.restart = undefined;
      launch(one);
    }, delayMs);
  };

  const finishWhenAllEnded = () => {
    if (managed.every(({ child }) => child === undefined)) end(exitCode);
  };

  const stop = () => {
    if (stopping) return;
    stopping = true;
    askToEnd(managed);
    const deadline = setTimeout(() => killThoseLeft(managed, logger), stopWithinMs);
    ended.then(() => clearTimeout(deadline));
    finishWhenAllEnded();
  };

  return {
    run() {
      for (const one of managed) launch(one);
      return ended;
    },
    stop,
  };
}

/** Of a child that has just ended, this crash included, since it last served for long. */
function crashesOf({ servedAtMs, crashes }: Managed, { soundAfterMs }: BackOff): number {
  const servedMs = servedAtMs === undefined ? 0 : performance.now() - servedAtMs;
  return servedMs >= soundAfterMs ? 1 : crashes + 1;
}

/** Doubled with each crash in a row. */
const restartDelayMs = (crashes: number, { firstMs, maxMs }: BackOff): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(crashes - 1, 20));

function askToEnd(managed: readonly Managed[]): void {
  for (const { child, restart } of managed) {
    clearTimeout(restart);
    child?.kill('SIGTERM');
  }
}

function killThoseLeft(managed: readonly Managed[], logger: Logger): void {
  for (const { role, child } of managed) {
    if (!child) continue;
    logger.error({ role }, 'a process did not stop in time and is killed');
    child.kill('SIGKILL');
  }
}

/** Calls `onGone` once, when a child has ended or could not be started. */
function onceGone(
  child: ChildProcess,
  onError: (error: Error) => void,
  onGone: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  let isGone = false;
  const tell = (code: number | null, signal: NodeJS.Signals | null) => {
    if (isGone) return;
    isGone = true;
    onGone(code, signal);
  };
  // Without a listener a failed fork or a full IPC channel would end the supervisor.
  child.on('error', onError);
  child.once('exit', tell);
  if (child.pid === undefined) queueMicrotask(() => tell(null, null));
}
