import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { run } from 'node:test';
import pc from 'picocolors';
import { postgresBinaries, startPostgres } from '../testkit/postgres.ts';
import { processorMs, readCosts } from './processor-time.ts';
import {
  addTold,
  asTold,
  count,
  endFile,
  type FileTotals,
  fail,
  mark,
  name,
  say,
  sayEnded,
  secondsSince,
  tellTotals,
  totals,
} from './test-totals.ts';

/**
 * Everything that must hold before a change is good: types, lint, import rules, tests. A failing check counts
 * as one failure, so the last line, "N passed, N failed", is the whole truth. File names or globs as arguments
 * run those tests alone, without the checks. `--quick` runs the checks and what takes no recordings, models, processes or PostgreSQL:
 * for every few minutes of work, never in place of the whole. `--lab` runs the tests of the laboratory (benches, calibration, training) and nothing else.
 */

const root = resolve(import.meta.dirname, '..');
const isQuick = process.argv.includes('--quick');
const isLab = process.argv.includes('--lab');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** Real servers, real recordings, models and measurements. */
const long = [
  'test/e2e/**',
  'test/engines/**',
  'test/contract/engines/**',
  'test/http/upload*',
  'test/process/**',
  'test/commands/{administration,models,models-refused}.test.ts',
  'test/scripts/{import-rules,setup-weights,real-interview}.test.ts',
];
/** Folders whose files share a process: what they load is large for what they do, and none changes anything that another one sees. */
const together = [
  'test/contract/dialects/',
  'test/dispatch/',
  'test/domain/',
  'test/http/',
  'test/modules/',
  'test/pipeline/',
  'test/web/',
];
if (isQuick) process.env.ASSAY_TEST_DIALECT = 'SQLite';
/** No single test may take longer; it would be a hang. */
const TEST_TIMEOUT_MS = 15 * 60_000;

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
      say(`${mark(code === 0)} ${title} ${pc.dim(secondsSince(from))}`);
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

/** Each file in a process of its own. */
async function runApart(files: string[], concurrency: number): Promise<void> {
  const execArgv = ['--import', join(import.meta.dirname, 'processor-time.ts')];
  const ended = new Map<string, FileTotals>();
  const tellEnded = (isLast = false) => {
    const costs = readCosts(costsPath);
    for (const [file, came] of ended) {
      const cost = costs.get(file);
      // A file tells its cost after all else.
      if (cost === undefined && !isLast) continue;
      ended.delete(file);
      endFile(file, { ...came, ...(cost !== undefined && { processorMs: cost }) });
    }
  };
  const options = { files, concurrency, execArgv, timeout: TEST_TIMEOUT_MS, cwd: root };
  for await (const event of run(options)) {
    count(event);
    if (event.type !== 'test:summary' || !event.data.file) continue;
    const { counts, duration_ms, file } = event.data;
    ended.set(file, { isGood: counts.failed === 0 && counts.cancelled === 0, ms: duration_ms });
    tellEnded();
  }
  tellEnded(true);
}

/**
 * All files in this process, one after the other. What it costs until a test has ended is its file's; what they all load, the first one's.
 * Of a test that a helper makes (`dialectTest`) only the helper is known: those count for their folder.
 */
async function runHere(files: string[]): Promise<void> {
  let [fromMs, costBefore] = [performance.now(), 0];
  for await (const event of run({ files, isolation: 'none', timeout: TEST_TIMEOUT_MS, cwd: root })) {
    count(event);
    const { type, data } = event;
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    const where = files.find((file) => file === data.file) ?? dirname(files[0]!);
    const [nowMs, costNow] = [performance.now(), processorMs()];
    const known = totals.files.get(where) ?? { isGood: true, ms: 0, processorMs: 0 };
    totals.files.set(where, {
      isGood: known.isGood && type === 'test:pass',
      ms: known.ms + nowMs - fromMs,
      processorMs: (known.processorMs ?? 0) + costNow - costBefore,
    });
    [fromMs, costBefore] = [nowMs, costNow];
  }
}

const toldFile = process.env.ASSAY_TEST_TOLD;

/** Runs files by this program in a process of its own and adds what it tells. */
async function runElsewhere(
  title: string,
  [command, ...args]: string[],
  env: Record<string, string | undefined> = {},
): Promise<{ code: number; complaint: string; failed: number; processorMs: number } | undefined> {
  const tellTo = join(folder, `told-${++tellings}.json`);
  const child = spawn(command!, args, {
    cwd: root,
    env: { ...process.env, ASSAY_TEST_TOLD: tellTo, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000);
  });
  const [code, signal] = await once(child, 'close');
  const told = await readFile(tellTo, 'utf8').catch(() => undefined);
  if (told === undefined) {
    fail(title, `ended with ${code ?? signal}\n${complaint}`);
    return undefined;
  }
  return { code, complaint, ...addTold(told) };
}
let tellings = 0;

/** Files of one folder in one process: most of what such a file costs is loading what they all load. */
async function runTogether(where: string, files: string[]): Promise<void> {
  const fromMs = performance.now();
  const ended = await runElsewhere(`tests in ${where}`, [
    ...[process.execPath, import.meta.filename, '--here'],
    ...files,
  ]);
  sayEnded(`${where} (${files.length} files)`, {
    isGood: ended?.failed === 0,
    ms: performance.now() - fromMs,
    ...(ended && { processorMs: ended.processorMs }),
  });
}

const sealed = join(root, 'scripts', 'sealed');
const REACHED_OUT = 97;

/** The same, where nothing of this machine reaches any other: an attempt is a failure. Where that is not possible, as they are. */
async function runSealed(files: string[]): Promise<void> {
  if (toldFile !== undefined || spawnSync(sealed, ['--possible']).status !== 0) return runApart(files, 1);
  const ended = await runElsewhere(
    'tests of whole servers',
    [sealed, process.execPath, import.meta.filename, ...files],
    // Its PostgreSQL is not reached from inside.
    { ASSAY_TEST_POSTGRES: undefined },
  );
  if (!ended) return;
  if (ended.code !== REACHED_OUT) totals.passed++;
  else
    fail(
      'whole servers reach nothing beyond this machine',
      `${ended.complaint}\nWhich file: scripts/sealed node scripts/run-tests.ts FILE`,
    );
}

const usual = isLab ? 'lab/test/**/*.test.ts' : 'test/**/*.test.ts';
const found = globSync(chosen.length > 0 ? chosen : usual, {
  cwd: root,
  exclude: isQuick ? long : [],
});
const tests = found.map((file) => resolve(root, file)).sort();
if (tests.length === 0) fail('tests', `No test file matches ${chosen.join(' ') || usual}.`);

const isWhole = chosen.length === 0 && !isLab;
if (isLab && chosen.length === 0) await checkTypes('types of the laboratory (tsc)', 'lab');
if (isWhole) {
  await Promise.all([
    checkTypes('types (tsc)', '.'),
    checkTypes('types of the web pages (tsc)', 'server/web'),
    checkTypes('types of the tests of the web pages (tsc)', 'test/web'),
    runCheck('lint and format (biome)', 'node_modules/.bin/biome', 'check', '.'),
    runCheck('import rules', process.execPath, 'scripts/import-rules.ts'),
    runCheck('owners of tables', process.execPath, 'scripts/check-tables.ts'),
    runCheck('length of functions', process.execPath, 'scripts/check-functions.ts'),
  ]);
}
// Whole servers with recognisers inside want every core: one file of them at a time, after the quick ones. Pages in a
// browser and servers whose steps are fake mostly wait, so each have a line of their own beside them. Nothing runs beside
// a conversation: a late answer there is a wrong one.
const ofServers = tests.filter((file) => name(file).startsWith('test/e2e/'));
const inBrowser = ofServers.filter((file) => /^test\/e2e\/(console|candidate)-/.test(name(file)));
const waiting = ofServers.filter(
  (file) =>
    !inBrowser.includes(file) &&
    /fake-speech|demo-server|stand-in-engine|watched-server/.test(readFileSync(file, 'utf8')),
);
const talking = ofServers.filter((file) => name(file) === 'test/e2e/interview.test.ts');
const wholeServer = ofServers.filter((file) => ![...inBrowser, ...waiting, ...talking].includes(file));
const others = tests.filter((file) => !name(file).startsWith('test/e2e/'));
// Making a server anew takes longer than most files of tests.
const postgres = isWhole && !isQuick && postgresBinaries() ? await startPostgres() : undefined;
if (postgres) process.env.ASSAY_TEST_POSTGRES = postgres.url;
const groups = new Map<string, string[]>();
for (const file of others) {
  const where = together.find((folder) => name(file).startsWith(folder)) ?? '';
  groups.set(where, [...(groups.get(where) ?? []), file]);
}
const apart = groups.get('') ?? [];
groups.delete('');
/** They wait for disks more than for processors: two at a time, beside the rest. */
const inGroups = async () => {
  for (let group = waitingGroups.shift(); group; group = waitingGroups.shift()) {
    const [where, files] = group;
    await (files.length > 1 ? runTogether(where, files) : runApart(files, 1));
  }
};
const waitingGroups = [...groups];
if (process.argv.includes('--here')) await runHere(tests);
else {
  await Promise.all([
    inGroups(),
    inGroups(),
    apart.length > 0 ? runApart(apart, availableParallelism()) : undefined,
  ]);
  if (talking.length > 0) await runSealed(talking);
  await Promise.all([
    wholeServer.length > 0 ? runSealed(wholeServer) : undefined,
    waiting.length > 0 ? runSealed(waiting) : undefined,
    inBrowser.length > 0 ? runApart(inBrowser, 1) : undefined,
  ]);
}
const beforePostgresMs = processorMs();
await postgres?.stop();
const postgresMs = postgres ? processorMs() - beforePostgresMs : undefined;
process.exitCode = totals.failed > 0 ? 1 : 0;
if (toldFile === undefined) tellTotals(postgresMs);
else await writeFile(toldFile, asTold());
