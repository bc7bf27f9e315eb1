import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import pc from 'picocolors';
import { processorMs } from './processor-time.ts';

/** What came of a run of tests, counted and said line by line. */

export interface FileTotals {
  isGood: boolean;
  /** By the clock. */
  ms: number;
  /** With the processes that it waited for; not known of a file that was killed. */
  processorMs?: number;
}

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  failures: { title: string; detail: string }[];
  files: Map<string, FileTotals>;
}

/** What a run in a process of its own tells the one that started it. */
type Told = Omit<Totals, 'files'> & { files: [string, FileTotals][]; processorMs: number };

const root = resolve(import.meta.dirname, '..');
const DEAREST_SHOWN = 10;

export const totals: Totals = { passed: 0, failed: 0, skipped: 0, failures: [], files: new Map() };
const startedAt = performance.now();
export const say = (line: string) => console.log(line);
export const name = (file: string | undefined) => (file ? relative(root, file) : '(unknown file)');
const inSeconds = (ms: number | undefined) => (ms === undefined ? '?' : `${(ms / 1000).toFixed(1)} s`);
export const secondsSince = (from: number) => inSeconds(performance.now() - from);
export const mark = (isGood: boolean) => (isGood ? pc.green('ok  ') : pc.red('FAIL'));

export function fail(title: string, detail: string): void {
  totals.failed++;
  totals.failures.push({ title, detail });
}

/** A test's error as the runner hands it over: its cause is what the test threw. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4, colors: pc.isColorSupported });
}

const complaints = new Map<string, string>();

/** Counts a test that has passed, failed or was skipped, and keeps what files complain of. */
export function count({ type, data }: TestEvent): void {
  if (type === 'test:stderr' || type === 'test:stdout') {
    // A file that dies on import says why here and nowhere else.
    complaints.set(data.file, ((complaints.get(data.file) ?? '') + data.message).slice(-4000));
  } else if (type === 'test:pass') {
    if (data.details.type === 'suite') return;
    if (data.skip !== undefined && data.skip !== false) {
      totals.skipped++;
      const reason = typeof data.skip === 'string' && data.skip ? `: ${data.skip}` : '';
      say(`${pc.yellow('skip')} ${name(data.file)} › ${data.name}${reason}`);
    } else totals.passed++;
  } else if (type === 'test:fail') {
    // The parent of a failed subtest fails with it: one fault, counted once.
    const failure = data.details.error as Error & { failureType?: string };
    if (failure.failureType === 'subtestsFailed') return;
    if (data.todo !== undefined && data.todo !== false) return;
    const said =
      failure.failureType === 'testCodeFailure' && data.name !== data.file
        ? ''
        : complaints.get(data.file ?? '');
    const where = `${name(data.file)}${data.line ? `:${data.line}` : ''}`;
    fail(`${where} › ${data.name}`, [describe(failure), said].filter(Boolean).join('\n'));
    say(`${mark(false)} ${where} › ${data.name}`);
  }
}

/** Keeps and says what a file came to. */
export function endFile(file: string, came: FileTotals): void {
  totals.files.set(file, came);
  sayEnded(file, came);
}

/** Says what a file came to, or files that share a process. */
export function sayEnded(file: string, came: FileTotals): void {
  const took = `${inSeconds(came.ms)}, processor ${inSeconds(came.processorMs)}`;
  say(`${mark(came.isGood)} ${name(file)} ${pc.dim(took)}`);
}

export const asTold = (): string =>
  JSON.stringify({ ...totals, files: [...totals.files], processorMs: processorMs() } satisfies Told);

export function addTold(text: string): Pick<Told, 'failed' | 'processorMs'> {
  const told = JSON.parse(text) as Told;
  totals.passed += told.passed;
  totals.failed += told.failed;
  totals.skipped += told.skipped;
  totals.failures.push(...told.failures);
  for (const [file, came] of told.files) totals.files.set(file, came);
  return told;
}

/** @param postgresMs processor time of the run's own PostgreSQL server, where there was one */
export function tellTotals(postgresMs?: number): void {
  for (const { title, detail } of totals.failures) {
    say(`\n${pc.red('✖')} ${pc.bold(title)}`);
    say(detail.replace(/^/gm, '    '));
  }
  const dearest = [...totals.files].sort(([, a], [, b]) => (b.processorMs ?? 0) - (a.processorMs ?? 0));
  say(`\nDearest files of ${totals.files.size}, by processor time:`);
  for (const [file, came] of dearest.slice(0, DEAREST_SHOWN)) {
    const clock = pc.dim(`${inSeconds(came.ms)} by the clock`);
    say(`  ${inSeconds(came.processorMs).padStart(8)}  ${name(file)} ${clock}`);
  }
  const ofPostgres = postgresMs === undefined ? '' : `, ${inSeconds(postgresMs)} of it PostgreSQL`;
  say(`\nTook ${secondsSince(startedAt)}, processor ${inSeconds(processorMs())}${ofPostgres}.`);
  say(pc.dim('Processes that were killed together with their parent are in no figure.'));

  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  say(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
}
