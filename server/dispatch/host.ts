import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
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

/**
 * Names the machine by its data folder, where the id is kept: host names change with containers, work folders stay with
 * the data. Workers on one data folder are one machine.
 */
export async function machineIdOf(dataDir: string): Promise<string> {
  const path = join(dataDir, 'machine-id');
  const read = async () => (await readFile(path, 'utf8').catch(() => '')).trim();
  const known = await read();
  if (known) return known;
  await mkdir(dataDir, { recursive: true });
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

/** Workers of this host whose process is gone: their runs need not wait for the lease to lapse. */
export function deadWorkersOf(host: string, workers: readonly WorkerRecord[]): string[] {
  return workers
    .filter((worker) => worker.host === host)
    .filter(({ pid, capabilities }) => processIdentity(pid) !== capabilities.process)
    .map(({ id }) => id);
}
