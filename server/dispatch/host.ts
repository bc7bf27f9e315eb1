import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { WorkerRecord } from '../modules/runs/types.ts';

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

export const thisHost = (): string => hostname();

/** Workers of this host whose process is gone: their runs need not wait for the lease to lapse. */
export function deadWorkersOf(host: string, workers: readonly WorkerRecord[]): string[] {
  return workers
    .filter((worker) => worker.host === host)
    .filter(({ pid, capabilities }) => processIdentity(pid) !== capabilities.process)
    .map(({ id }) => id);
}
