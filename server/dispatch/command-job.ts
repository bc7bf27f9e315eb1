import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { seconds } from '../time.ts';

const RENEW_EVERY_MS = seconds(5);
/** What a command says beyond that is not kept. */
const SAID_CHARS = 20_000;

/**
 * Runs a command of ours that prints one JSON document, or its fault on standard error, while a lease is renewed.
 *
 * @param start runs the command with these arguments, both its outputs piped
 * @param signal ends the command
 * @param goOn renews the lease; false where another process has the job: the command is ended
 * @throws Error with what the command said
 */
export type CommandRunner = (args: readonly string[], goOn: () => Promise<boolean>) => Promise<unknown>;

export function createCommandRunner({
  start,
  signal,
}: {
  start: (args: readonly string[]) => ChildProcess;
  signal: AbortSignal;
}): CommandRunner {
  return async (args, goOn) => {
    const child = start(args);
    const said = { out: '', err: '' };
    child.stdout!.on('data', (chunk) => {
      said.out = (said.out + chunk).slice(-SAID_CHARS);
    });
    child.stderr!.on('data', (chunk) => {
      said.err = (said.err + chunk).slice(-SAID_CHARS);
    });
    const ended = once(child, 'close');
    ended.catch(() => undefined);
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        await Promise.race([delay(RENEW_EVERY_MS, undefined, { signal }), ended]).catch(() => undefined);
        if (!isOver && (signal.aborted || !(await goOn()))) {
          child.kill('SIGTERM');
          return;
        }
      }
    })();
    try {
      const [code, killedBy] = await ended;
      // A verification that found something says so in the same form.
      if (code === 0 || (code === 1 && said.out !== '')) return JSON.parse(said.out);
      throw new Error(faultIn(said.err) ?? `The command ended with ${code ?? killedBy}.`);
    } finally {
      isOver = true;
      await watch;
    }
  };
}

/**
 * Starts our command line, which ends with this process even where that is killed (`server/cli.ts`): what it holds is free then.
 *
 * @param cliPath the program
 */
export const startCommand = (cliPath: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [cliPath, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });

/** Of {"error": {"code", "message"}}. */
function faultIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text.trim().split('\n').at(-1) ?? '') as { error?: { message?: string } };
    return error?.message;
  } catch {
    return text.trim().slice(-500) || undefined;
  }
}
