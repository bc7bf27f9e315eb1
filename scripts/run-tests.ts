import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import pc from 'picocolors';
import { processorMs, readCosts } from './processor-time.ts';
import { postgresBinaries, startPostgres } from './shared/postgres.ts';

/**
 * Everything that must hold before a change is good: types, lint, import rules, tests. A failing check counts
 * as one failure, so the last line, "N passed, N failed", is the whole truth. File names or globs as arguments
 * run those tests alone, without the checks. `--quick` runs the checks and what takes no recordings, models, processes or PostgreSQL:
 * for every few minutes of work, never in place of the whole.
 */

const root = resolve(import.meta.dirname, '..');
const isQuick = process.argv.includes('--quick');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--quick');
/** Real servers, real recordings, models and measurements. */
const long = [
  'test/e2e/**',
  'test/engines/**',
  'test/domain/scoring/accent-*',
  'test/contract/engines/**',
  'test/http/upload*',
  'test/process/**',
  'test/commands/{administration,models}.test.ts',
  'test/scripts/{levels,validity,import-rules,phone-tokens,setup-weights,fairness,accent-experts,real-interview}.test.ts',
];
if (isQuick) process.env.ASSAY_TEST_DIALECT = 'SQLite';
/** No single test may take longer; it would be a hang. */
const TEST_TIMEOUT_MS = 15 * 60_000;
const DEAREST_SHOWN = 10;

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  failures: { title: string; detail: string }[];
  files: Map<string, FileTotals>;
}

interface FileTotals {
  isGood: boolean;
  /** By the clock. */
  ms: number;
  /** With the processes that it waited for; not known of a file that was killed. */
  processorMs?: number;
}

const totals: Totals = { passed: 0, failed: 0, skipped: 0, failures: [], files: new Map() };
const startedAt = performance.now();
const say = (line: string) => console.log(line);
const inSeconds = (ms: number | undefined) => (ms === undefined ? '?' : `${(ms / 1000).toFixed(1)} s`);
const secondsSince = (from: number) => inSeconds(performance.now() - from);

const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
/** Files of tests write here what they cost. */
const costsPath = join(folder, 'costs');
writeFileSync(costsPath, '');
Object.assign(process.env, { ASSAY_TEST_COSTS: costsPath, ASSAY_TEST_RUNNER: String(process.pid) });

function runCheck(title: string, command: string, ...args: string[]): Promise<void> {
  const from = performance.now();
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      if (code === 0) totals.passed++;
      else fail(title, output.trim());
      say(`${code === 0 ? pc.green('ok  ') : pc.red('FAIL')} ${title} ${pc.dim(secondsSince(from))}`);
      done();
    });
  });
}

/** What has not changed since the last time is not checked again. */
const checkTypes = (title: string, project: string) => {
  const known = `.setup/types-${project.replaceAll(/\W/g, '-')}.tsbuildinfo`;
  const options = ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', known];
  return runCheck(title, 'node_modules/.bin/tsc', ...options);
};

function fail(title: string, detail: string): void {
  totals.failed++;
  totals.failures.push({ title, detail });
}

/** A test's error as the runner hands it over: its cause is what the test threw. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4, colors: pc.isColorSupported });
}

async function runTests(files: string[], concurrency: number): Promise<void> {
  const stderr = new Map<string, string>();
  const execArgv = ['--import', join(import.meta.dirname, 'processor-time.ts')];
  const ended = new Map<string, FileTotals>();
  const tellEnded = (isLast = false) => {
    const costs = readCosts(costsPath);
    for (const [file, one] of ended) {
      const cost = costs.get(file);
      // A file tells its cost after all else.
      if (cost === undefined && !isLast) continue;
      ended.delete(file);
      totals.files.set(file, { ...one, ...(cost !== undefined && { processorMs: cost }) });
      const took = pc.dim(`${inSeconds(one.ms)}, processor ${inSeconds(cost)}`);
      say(`${one.isGood ? pc.green('ok  ') : pc.red('FAIL')} ${name(file)} ${took}`);
    }
  };
  for await (const { type, data } of run({
    files,
    concurrency,
    execArgv,
    timeout: TEST_TIMEOUT_MS,
    cwd: root,
  })) {
    if (type === 'test:stderr' || type === 'test:stdout') {
      // A file that dies on import says why here and nowhere else.
      stderr.set(data.file, ((stderr.get(data.file) ?? '') + data.message).slice(-4000));
    } else if (type === 'test:pass') {
      if (data.details.type === 'suite') continue;
      if (data.skip !== undefined && data.skip !== false) {
        totals.skipped++;
        const reason = typeof data.skip === 'string' && data.skip ? `: ${data.skip}` : '';
        say(`${pc.yellow('skip')} ${name(data.file)} › ${data.name}${reason}`);
      } else totals.passed++;
    } else if (type === 'test:fail') {
      // The parent of a failed subtest fails with it: one fault, counted once.
      const failure = data.details.error as Error & { failureType?: string };
      if (failure.failureType === 'subtestsFailed') continue;
      if (data.todo !== undefined && data.todo !== false) continue;
      const said =
        failure.failureType === 'testCodeFailure' && data.name !== data.file
          ? ''
          : stderr.get(data.file ?? '');
      const where = `${name(data.file)}${data.line ? `:${data.line}` : ''}`;
      fail(`${where} › ${data.name}`, [describe(failure), said].filter(Boolean).join('\n'));
      say(`${pc.red('FAIL')} ${where} › ${data.name}`);
    } else if (type === 'test:summary' && data.file) {
      const isGood = data.counts.failed === 0 && data.counts.cancelled === 0;
      ended.set(data.file, { isGood, ms: data.duration_ms });
      tellEnded();
    }
  }
  tellEnded(true);
}

/** What a run inside `scripts/sealed` tells the one outside. */
type Told = Omit<Totals, 'files'> & { files: [string, FileTotals][] };
const toldFile = process.env.ASSAY_TEST_TOLD;
const sealed = join(root, 'scripts', 'sealed');
const REACHED_OUT = 97;

/** The same, where nothing of this machine reaches any other: an attempt is a failure. Where that is not possible, as they are. */
async function runSealed(files: string[]): Promise<void> {
  if (toldFile !== undefined || spawnSync(sealed, ['--possible']).status !== 0) return runTests(files, 1);
  const tellTo = join(folder, `told-${basename(files[0]!)}.json`);
  const child = spawn(sealed, [process.execPath, import.meta.filename, ...files], {
    cwd: root,
    // Its PostgreSQL is not reached from inside.
    env: { ...process.env, ASSAY_TEST_TOLD: tellTo, ASSAY_TEST_POSTGRES: undefined },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000);
  });
  const [code, signal] = await once(child, 'close');
  const told = await readFile(tellTo, 'utf8').catch(() => undefined);
  if (told === undefined) return fail('tests of whole servers', `ended with ${code ?? signal}\n${complaint}`);
  const inside = JSON.parse(told) as Told;
  totals.passed += inside.passed;
  totals.failed += inside.failed;
  totals.skipped += inside.skipped;
  totals.failures.push(...inside.failures);
  for (const [file, one] of inside.files) totals.files.set(file, one);
  if (code !== REACHED_OUT) totals.passed++;
  else
    fail(
      'whole servers reach nothing beyond this machine',
      `${complaint}\nWhich file: scripts/sealed node scripts/run-tests.ts FILE`,
    );
}

const name = (file: string | undefined) => (file ? relative(root, file) : '(unknown file)');

const found = globSync(chosen.length > 0 ? chosen : 'test/**/*.test.ts', {
  cwd: root,
  exclude: isQuick ? long : [],
});
const tests = found.map((file) => resolve(root, file)).sort();
if (tests.length === 0) fail('tests', `No test file matches ${chosen.join(' ') || 'test/**/*.test.ts'}.`);

if (chosen.length === 0) {
  await Promise.all([
    checkTypes('types (tsc)', '.'),
    checkTypes('types of the web pages (tsc)', 'server/web'),
    checkTypes('types of the tests of the web pages (tsc)', 'test/web'),
    runCheck('lint and format (biome)', 'node_modules/.bin/biome', 'check', '.'),
    runCheck('import rules', process.execPath, 'scripts/import-rules.ts'),
    runCheck('owners of tables', process.execPath, 'scripts/check-tables.ts'),
  ]);
}
// Whole servers with recognisers inside want every core: one file of them at a time, after the quick ones. Pages in a
// browser and servers whose steps are fake mostly wait, so each have a line of their own beside them. Nothing runs beside
// a conversation: whoever answers late there has answered wrongly.
const ofServers = tests.filter((file) => name(file).startsWith('test/e2e/'));
const inBrowser = ofServers.filter((file) => /^test\/e2e\/(console|candidate)-/.test(name(file)));
const waiting = ofServers.filter(
  (file) =>
    !inBrowser.includes(file) &&
    /fake-speech|stand-in-engine|watched-server/.test(readFileSync(file, 'utf8')),
);
const talking = ofServers.filter((file) => name(file) === 'test/e2e/interview.test.ts');
const wholeServer = ofServers.filter((file) => ![...inBrowser, ...waiting, ...talking].includes(file));
const others = tests.filter((file) => !name(file).startsWith('test/e2e/'));
// Making a server anew takes longer than most files of tests.
const postgres = chosen.length === 0 && !isQuick && postgresBinaries() ? await startPostgres() : undefined;
if (postgres) process.env.ASSAY_TEST_POSTGRES = postgres.url;
// One more than cores: some wait.
if (others.length > 0) await runTests(others, availableParallelism() + 1);
if (talking.length > 0) await runSealed(talking);
await Promise.all([
  wholeServer.length > 0 ? runSealed(wholeServer) : undefined,
  waiting.length > 0 ? runSealed(waiting) : undefined,
  inBrowser.length > 0 ? runTests(inBrowser, 1) : undefined,
]);
const beforePostgresMs = processorMs();
await postgres?.stop();
const postgresMs = processorMs() - beforePostgresMs;
process.exitCode = totals.failed > 0 ? 1 : 0;
if (toldFile !== undefined) {
  const told: Told = { ...totals, files: [...totals.files] };
  await writeFile(toldFile, JSON.stringify(told));
} else tellTotals();

function tellTotals(): void {
  for (const { title, detail } of totals.failures) {
    say(`\n${pc.red('✖')} ${pc.bold(title)}`);
    say(detail.replace(/^/gm, '    '));
  }
  const dearest = [...totals.files].sort(([, a], [, b]) => (b.processorMs ?? 0) - (a.processorMs ?? 0));
  say(`\nDearest files of ${totals.files.size}, by processor time:`);
  for (const [file, { ms, processorMs }] of dearest.slice(0, DEAREST_SHOWN))
    say(`  ${inSeconds(processorMs).padStart(8)}  ${name(file)} ${pc.dim(`${inSeconds(ms)} by the clock`)}`);
  const ofPostgres = postgres ? `, ${inSeconds(postgresMs)} of it PostgreSQL` : '';
  say(`\nTook ${secondsSince(startedAt)}, processor ${inSeconds(processorMs())}${ofPostgres}.`);
  say(pc.dim('Processes that were killed together with their parent are in no figure.'));

  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  say(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
}
