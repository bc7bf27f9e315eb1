import { readFileSync } from 'node:fs';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { OnStarted } from '../pipeline/run-pipeline.ts';
import type { LaneName } from '../pipeline/step.ts';
import { seconds } from '../time.ts';
import type { LaneData, LaneEvent, LaneReply, LaneReport, LaneTask } from './protocol.ts';

/** How long a step that was called off may tidy up before its thread is killed. */
const GRACE_MS = seconds(1);
/** A killed thread that is still there after this sits in native code: only its process can be ended. */
const RECYCLE_AFTER_MS = seconds(5);

export interface LaneOptions {
  /** Path of the thread's entry file. */
  entryPath: string;
  /** At most. The first starts at once, each other when a step would wait for it, and then stays. */
  threads: number;
  settings: LaneData['settings'];
  steps?: LaneData['steps'];
}

export interface StepRequest {
  lane: LaneName;
  step: string;
  input: Record<string, unknown>;
  workDir: string;
  signal: AbortSignal;
  onStarted: OnStarted;
  onProgress: (fraction: number) => void;
}

/** Pools of threads in which steps run, one per lane. */
export interface Lanes {
  readonly names: readonly LaneName[];
  /**
   * Runs a step in its lane, waiting for a free thread first. Rejects with the signal's reason when aborted,
   * and with an Error when the thread died. An aborted step is asked to stop, then its thread is killed, and
   * the programs it spawned die with the thread.
   */
  run(request: StepRequest): Promise<LaneReply>;
  /** What a thread of each lane says about its engines, once it has loaded them. */
  reports(): Promise<LaneReport[]>;
  /** What one thread of a lane says now, the first that is free. */
  look(lane: LaneName): Promise<LaneReport>;
  /** Kills what runs. */
  close(): Promise<void>;
}

export function createLanes({
  lanes,
  onStuck,
  graceMs = GRACE_MS,
  recycleAfterMs = RECYCLE_AFTER_MS,
}: {
  lanes: Readonly<Partial<Record<LaneName, LaneOptions>>>;
  /** A thread could not be killed: this process must be replaced. */
  onStuck: (about: { lane: LaneName; step: string }) => void;
  graceMs?: number;
  recycleAfterMs?: number;
}): Lanes {
  const names = Object.keys(lanes) as LaneName[];
  const pools = new Map(names.map((name) => [name, openPool(name, lanes[name]!)]));

  const run = async (request: StepRequest): Promise<LaneReply> => {
    const pool = pools.get(request.lane);
    if (!pool) throw new Error(`There is no lane "${request.lane}".`);
    const { signal } = request;
    signal.throwIfAborted();

    const { port1: ours, port2: theirs } = new MessageChannel();
    const kill = new AbortController();
    let thread: Worker | undefined;
    let grace: NodeJS.Timeout | undefined;
    ours.on('message', (message: LaneEvent) => {
      if (message.event === 'progress') return request.onProgress(message.fraction);
      thread = pool.threads.find(({ threadId }) => threadId === message.threadId);
      request.onStarted(() => processorMsOf(message.nativeId) - message.processorMs);
    });
    const onAbort = () => {
      // A step still waiting for a thread has nothing to tidy up.
      if (!thread) return kill.abort();
      ours.postMessage('abort');
      grace = setTimeout(() => {
        if (thread) watchExit(thread, recycleAfterMs, () => onStuck(request));
        kill.abort();
      }, graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const { step, input, workDir } = request;
    const task: LaneTask = { kind: 'step', step, input, workDir, port: theirs };
    try {
      const reply: LaneReply = await pool.run(task, { transferList: [theirs], signal: kill.signal });
      signal.throwIfAborted();
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
      ours.close();
    }
  };

  const look = async (lane: LaneName): Promise<LaneReport> =>
    pools.get(lane)!.run({ kind: 'check' } satisfies LaneTask);

  return {
    names,
    run,
    reports: () => Promise.all(names.map(look)),
    look,
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

function openPool(lane: LaneName, { entryPath, threads, steps, settings }: LaneOptions): Piscina {
  const workerData: LaneData = { lane, settings, ...(steps && { steps }) };
  const pool = new Piscina({
    filename: entryPath,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    // A thread waiting for its next task must still hear its engines' timers and child processes.
    atomics: 'disabled',
    recordTiming: false,
    workerData,
  });
  // A thread that dies between tasks is replaced by the pool; one that dies in a task rejects that task.
  pool.on('error', () => undefined);
  return pool;
}

/** The kernel counts in hundredths of a second, on every Linux. */
const msPerTick = 10;

/** What a thread has had of the processor; 0 once it is gone. */
function processorMsOf(nativeId: number): number {
  try {
    const stat = readFileSync(`/proc/self/task/${nativeId}/stat`, 'latin1');
    // A name in brackets, which may hold spaces, then the state and so on: the 12th and 13th are the ticks in the program and in the kernel.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return msPerTick * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

function watchExit(thread: Worker, withinMs: number, onStuck: () => void): void {
  const timer = setTimeout(onStuck, withinMs);
  thread.once('exit', () => clearTimeout(timer));
}
