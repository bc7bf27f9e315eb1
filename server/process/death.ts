import { readFileSync } from 'node:fs';

/** How a process of ours ended that was not asked to. */
export interface Death {
  pid: number;
  /** It crashed, gave up, or took all memory. False when it was killed from outside: that says nothing of its work. */
  byItself: boolean;
}

/** What a process gets from its own faults; others, SIGKILL before all, are sent. */
const faults: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];

/** @param outOfMemory whether the kernel killed a process for memory during its life */
export const diedByItself = (
  code: number | null,
  signal: NodeJS.Signals | null,
  outOfMemory: boolean,
): boolean => code !== null || (signal !== null && faults.includes(signal)) || outOfMemory;

/** Processes that the kernel has killed for memory: in our control group where there is one, else on the machine. */
export function outOfMemoryKills(): number {
  for (const path of ['/sys/fs/cgroup/memory.events', '/proc/vmstat']) {
    try {
      const count = /^oom_kill (\d+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
      if (count !== undefined) return Number(count);
    } catch {
      // The next one.
    }
  }
  return 0;
}

const variable = 'ASSAY_DEATHS';

/** Tells a child how those before it ended whose runs no process has freed yet. */
export const deathsForChild = (deaths: readonly Death[]): Record<string, string> =>
  deaths.length === 0 ? {} : { [variable]: JSON.stringify(deaths) };

/** What the supervisor said; nothing where there is none. */
export const deathsFrom = (env: Readonly<Record<string, string | undefined>>): Death[] =>
  process.send && env[variable] ? (JSON.parse(env[variable]) as Death[]) : [];
