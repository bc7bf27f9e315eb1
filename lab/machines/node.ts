import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryGivenBack } from '#server/process/service.ts';

/** What every machine gets of this one's environment. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** A process of the installation, kept alive as a service manager would: whatever ends it, it is started again. */
export interface Node {
  readonly name: string;
  readonly role: string;
  pid(): number | undefined;
  /** kill -9, to it and all that it has started. */
  kill(): void;
  /** How often it was started. */
  starts(): number;
  stop(): Promise<void>;
}

/**
 * @param options.within words of a command that runs it somewhere, such as a network namespace
 * @param options.log file that its log goes to
 * @param options.restartAfterMs as a service manager would wait
 */
export function startNode({
  name,
  role,
  mainPath,
  env,
  within = [],
  log,
  restartAfterMs = 1000,
}: {
  name: string;
  role: string;
  mainPath: string;
  env: Record<string, string>;
  within?: readonly string[];
  log: string;
  restartAfterMs?: number;
}): Node {
  const lines: WriteStream = createWriteStream(log, { flags: 'a' });
  let child: ChildProcess | undefined;
  let starts = 0;
  let stopping = false;
  let ended: Promise<void> = Promise.resolve();

  const run = async () => {
    while (!stopping) {
      starts++;
      const [command, ...before] = [...within, process.execPath];
      child = spawn(command!, [...before, mainPath, '--role', role], {
        env: { PATH, NODE_COMPILE_CACHE, ORT_DISABLE_TELEMETRY: '1', ...env, ...memoryGivenBack(env) },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      child.stdout!.pipe(lines, { end: false });
      child.stderr!.pipe(lines, { end: false });
      await new Promise((resolve) => child!.once('exit', resolve));
      child = undefined;
      if (!stopping) await delay(restartAfterMs);
    }
  };
  ended = run();
  const signal = (kind: NodeJS.Signals) => {
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, kind);
    } catch {
      // It has just ended.
    }
  };
  return {
    name,
    role,
    pid: () => child?.pid,
    kill: () => signal('SIGKILL'),
    starts: () => starts,
    async stop() {
      stopping = true;
      signal('SIGTERM');
      const late = setTimeout(() => signal('SIGKILL'), 12_000);
      await ended;
      clearTimeout(late);
      lines.end();
    },
  };
}
