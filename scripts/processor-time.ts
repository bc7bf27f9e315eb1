import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Processor time of this process and of every process that it has waited for, and those in turn, in milliseconds (to 10).
 * What still runs is not in it, nor what was killed together with the parent that would have waited for it.
 */
export function processorMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Of this process in user and system mode, then of its children: fields 14 to 17, in hundredths of a second (proc(5)).
  const spent = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return 10 * spent.reduce((sum, hundredths) => sum + Number(hundredths), 0);
}

/** `node --import` this file: a file of tests that `scripts/run-tests.ts` has started tells it at its end what it cost. */
const { ASSAY_TEST_COSTS: costsPath, ASSAY_TEST_RUNNER: runner } = process.env;
if (costsPath && isMainThread && process.ppid === Number(runner)) {
  process.on('exit', () => appendFileSync(costsPath, `${processorMs()} ${process.argv[1]}\n`));
}

/** What the files of tests that have ended cost, in milliseconds of processor time. */
export const readCosts = (path: string): Map<string, number> =>
  new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]),
  );
