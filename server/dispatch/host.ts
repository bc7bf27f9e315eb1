import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { limits } from '../config/limits.ts';
import { makeFolder } from '../make-folder.ts';
import type { DeadWorker, WorkerRecord } from '../modules/runs/types.ts';
import type { Death } from '../process/death.ts';

/**
 * Identity of a process that survives the reuse of its number: boot, process id, start time. After a container's
 * restart the same host name and the same process ids come again, belonging to others. Undefined when no such
 * process lives.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold anything; the 20th field after it is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${pid}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/**
 * Names the machine by its data folder, where the id is kept: host names change with containers, work folders stay with
 * the data. Workers on one data folder are one machine.
 */
export async function machineIdOf(dataDir: string): Promise<string> {
  const path = join(dataDir, 'machine-id');
  const read = async () => (await readFile(path, 'utf8').catch(() => '')).trim();
  const known = await read();
  if (known) return known;
  makeFolder(dataDir);
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomUUID()}\n`);
  // Whole or not at all, and only the first of several processes can.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return read();
}

export const thisHost = (): string => hostname();

/** What is kept with a worker, so that others can tell whether it lives, and who knows how it died. */
export const workerIdentity = () => ({
  process: processIdentity(process.pid),
  ...(process.send && { supervisor: processIdentity(process.ppid) }),
});

const bootOf = (identity: unknown) => String(identity).split('/')[0];

/**
 * Whether a process that was noted is gone for certain: one of this host, since this boot. Machines may have the same name, and of
 * another boot nothing can be said.
 */
export const isGone = (host: string, noted: { host: string; pid: number; process: unknown }): boolean =>
  noted.host === host &&
  bootOf(noted.process) === bootOf(processIdentity(process.pid)) &&
  processIdentity(noted.pid) !== noted.process;

/**
 * Workers of this host whose process is gone: their runs need not wait for the lease to lapse. While a worker's supervisor lives,
 * its successor alone is told how it died (`deaths`), and clears up after it. And workers that have
 * given no heartbeat for long, on any host.
 */
export function deadWorkersOf(
  { host, nowMs }: { host: string; nowMs: number },
  workers: readonly WorkerRecord[],
  deaths: readonly Death[],
): DeadWorker[] {
  const { workerForgottenMs } = limits.machines;
  return workers
    .filter(
      (worker) =>
        isGone(host, { ...worker, process: worker.capabilities.process }) ||
        nowMs - Date.parse(worker.heartbeatAt) >= workerForgottenMs,
    )
    .flatMap(({ id, pid, capabilities: { supervisor } }) => {
      const death = deaths.find((one) => one.pid === pid);
      if (!death && typeof supervisor === 'string' && lives(supervisor)) return [];
      return [{ id, byItself: death?.byItself ?? false }];
    });
}

const lives = (identity: string) => processIdentity(Number(identity.split('/')[1])) === identity;
