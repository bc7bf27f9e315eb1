import { globSync, readFileSync } from 'node:fs';

const sampleEveryMs = 20;

/** Runs something and watches the largest resident memory of any of our child processes meanwhile, in MiB; 0 when none lived long enough to be seen. */
export async function measureMemory<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; peakMiB: number }> {
  let peakKiB = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf()) peakKiB = Math.max(peakKiB, highWaterKiB(pid));
  }, sampleEveryMs);
  try {
    return { result: await run(), peakMiB: peakKiB / 1024 };
  } finally {
    clearInterval(timer);
  }
}

function childrenOf(): string[] {
  return globSync('/proc/self/task/*/children').flatMap((file) => read(file).split(' ').filter(Boolean));
}

/** The kernel keeps the highest value itself, so rare samples miss little. */
function highWaterKiB(pid: string): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
