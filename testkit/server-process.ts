import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { builtProgram } from './built-program.ts';

export interface ServerProcess {
  url: string;
  supervisor: ChildProcess;
  /** Process ids of the children that live now, by role. */
  children(): Promise<Partial<Record<'api' | 'worker' | 'live', number>>>;
  /** SIGKILL to supervisor, api and worker at once, as a machine's death would. */
  killGroup(): Promise<void>;
  /** Everything on standard error so far. */
  log(): string;
  /** Everything on standard output so far: what the server says to people. */
  said(): string;
  /** Orderly; answers the exit status. */
  stop(): Promise<number | null>;
}

/** All that a server gets from the tests' own environment; the cache of compiled code makes thirty starts bearable. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
export const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/**
 * Starts a server from a main file, built if it can be, in a process group of its own, and waits for its line. The log is kept for
 * the message of a failing test.
 */
export async function startServer({
  mainPath,
  env,
  startWithinMs = 120_000,
  onLog,
}: {
  mainPath: string;
  env: Record<string, string>;
  startWithinMs?: number;
  /** Told each piece of the log as it comes, from before the server is up. */
  onLog?: (chunk: string) => void;
}): Promise<ServerProcess> {
  const supervisor = spawn(process.execPath, [builtProgram(mainPath)], {
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  let out = '';
  supervisor.stderr!.on('data', (chunk) => {
    log = (log + chunk).slice(-200_000);
    onLog?.(String(chunk));
  });
  supervisor.stdout!.on('data', (chunk) => {
    out += chunk;
  });
  const exited = new Promise<number | null>((resolve) => supervisor.once('exit', resolve));
  const giveUpAt = performance.now() + startWithinMs;
  let url: string | undefined;
  while (!url) {
    url = /^Assay is listening on (http\S+)$/m.exec(out)?.[1];
    if (url) break;
    if (supervisor.exitCode !== null || supervisor.signalCode || performance.now() > giveUpAt) {
      if (supervisor.pid && supervisor.exitCode === null) process.kill(-supervisor.pid, 'SIGKILL');
      throw new Error(
        `The server did not start (${supervisor.exitCode ?? supervisor.signalCode}):\n${out}\n${log}`,
      );
    }
    await delay(20);
  }
  const groupId = supervisor.pid!;
  return {
    url,
    supervisor,
    log: () => log,
    said: () => out,
    async children() {
      const found: Partial<Record<'api' | 'worker' | 'live', number>> = {};
      for (const name of await readdir('/proc')) {
        if (!/^\d+$/.test(name)) continue;
        const [parent, role] = childOf(Number(name));
        if (parent === supervisor.pid && (role === 'api' || role === 'worker' || role === 'live'))
          found[role] = Number(name);
      }
      return found;
    },
    async killGroup() {
      process.kill(-groupId, 'SIGKILL');
      await exited;
    },
    async stop() {
      supervisor.kill('SIGTERM');
      return exited;
    },
  };
}

/** Parent and `--role` of a process; nothing for one that is gone. */
function childOf(pid: number): [parent: number | undefined, role: string | undefined] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [undefined, undefined];
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return [Number(parent), args[args.indexOf('--role') + 1]];
  } catch {
    return [undefined, undefined];
  }
}
