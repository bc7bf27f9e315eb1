import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../logging.ts';

export interface StallLimits {
  /** An event loop that was held up this long is reported once it goes on. */
  reportAfterMs: number;
  /** One that is held up this long will hardly go on: its process is killed. */
  killAfterMs: number;
}

/**
 * Has this thread's event loop watched by another thread, which can act while this one is stuck: it says so in the log
 * and kills the process, for the supervisor or the restart policy to start it again.
 *
 * @param name which process this is, as in its log
 */
export function watchForStalls({
  name,
  limits: { reportAfterMs, killAfterMs },
  logger,
}: {
  name: string;
  limits: StallLimits;
  logger: Logger;
}): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  // So that either is found out with little delay.
  const everyMs = Math.ceil(Math.min(reportAfterMs / 4, killAfterMs / 20));
  let lastMs = performance.now();
  const beat = setInterval(() => {
    Atomics.add(counter, 0, 1);
    const nowMs = performance.now();
    const heldUpMs = Math.round(nowMs - lastMs);
    lastMs = nowMs;
    if (heldUpMs >= reportAfterMs)
      logger.warn({ heldUpMs }, 'event loop blocked: no request was answered meanwhile');
  }, everyMs);
  const given: Watched = { beats, everyMs, killAfterMs, line: { hostname: hostname(), name } };
  // As text: a thread that had to load modules of ours would take twice the memory.
  const thread = new Worker(
    `(${watch})(require('node:worker_threads').workerData, (line) => require('node:fs').writeSync(2, line))`,
    // No flags of ours: with --input-type=module there would be no `require`.
    { eval: true, execArgv: [], workerData: given },
  );
  thread.on('error', (error) =>
    logger.error({ err: error }, 'stall watch failed: a stuck process is no longer replaced'),
  );
  beat.unref();
  thread.unref();
}

interface Watched {
  /** One Int32, which the watched thread counts up. */
  beats: SharedArrayBuffer;
  everyMs: number;
  killAfterMs: number;
  /** What every line of the log says. */
  line: object;
}

/** The other thread: it knows nothing but what it is given, and never comes back to an event loop of its own. */
function watch({ beats, everyMs, killAfterMs, line }: Watched, write: (line: string) => void): void {
  const counter = new Int32Array(beats);
  const say = (fields: object) => {
    const when = { level: 60, time: new Date().toISOString(), pid: process.pid };
    write(`${JSON.stringify({ ...when, ...line, ...fields })}\n`);
  };
  let seen = -1;
  let stalledMs = 0;
  while (stalledMs < killAfterMs) {
    const now = Atomics.load(counter, 0);
    // Counted in waits, not by a clock: a machine that slept, or a container that was paused, has not stalled.
    stalledMs = now === seen ? stalledMs + everyMs : 0;
    seen = now;
    Atomics.wait(counter, 0, now, everyMs);
  }
  say({ stalledMs, msg: 'the event loop is stuck; the process is killed' });
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  say({
    msg: 'the first process of a container cannot kill itself: run it below an init (docker run --init)',
  });
}
