import { readdir, readFile } from 'node:fs/promises';

/** Facts of the kernel about other processes (Linux). */

export interface ProcessFacts {
  pid: number;
  /** Its arguments, e.g. "node …/main.ts --role api". */
  command: string;
  residentBytes: number;
  /** The most it ever had. */
  peakResidentBytes: number;
}

/** A process that has ended has no facts. */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
    );
    const bytes = (field: string) =>
      1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status!)?.[1] ?? 0);
    return {
      pid,
      command: command!.split('\0').join(' ').trim(),
      residentBytes: bytes('VmRSS'),
      peakResidentBytes: bytes('VmHWM'),
    };
  } catch {
    return undefined;
  }
}

/** The children of every thread of a process. */
export async function childPids(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** The processes under a supervisor. */
export async function serverProcesses(
  supervisorPid: number,
): Promise<{ api: ProcessFacts; worker: ProcessFacts; live: ProcessFacts }> {
  const found = await Promise.all((await childPids(supervisorPid)).map(processFacts));
  const ofRole = (role: string) => {
    const one = found.find((facts) => facts?.command.includes(`--role ${role}`));
    if (!one) throw new Error(`The supervisor ${supervisorPid} has no child of role "${role}".`);
    return one;
  };
  return { api: ofRole('api'), worker: ofRole('worker'), live: ofRole('live') };
}
