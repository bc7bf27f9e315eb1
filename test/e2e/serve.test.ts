import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '#server/dispatch/host.ts';
import { FolderInUseError, lockDataFolder } from '#server/process/folder-lock.ts';
import { roleFrom } from '#server/process/run-role.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { inherited, startServer } from '../../testkit/server-process.ts';

/** The real processes with fake steps. */
const mainPath = builtProgram('testkit/fake-speech/main.ts');

async function newDataDir(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-serve-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** Runs the main file to its end. */
function run(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...inherited, ...env }, timeout: 120_000 };
    const child = execFile(process.execPath, [mainPath, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

async function until<Value>(look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (const giveUpAt = performance.now() + 60_000; ; await delay(25)) {
    const value = await look().catch(() => undefined);
    if (value !== undefined && value !== false) return value;
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
  }
}

const health = async (url: string) =>
  (await (await fetch(`${url}/api/v1/health`)).json()) as { status: string; checks: Record<string, unknown> };

test('the appliance serves, survives the death of each part, keeps its port, and ends in order', async (t) => {
  const server = await startServer({ mainPath, env: { DATA_DIR: await newDataDir(t) } });
  t.after(() => server.supervisor.exitCode ?? server.killGroup());
  const { url } = server;
  const healthy = () => until(async () => (await health(url)).status === 'healthy');
  await healthy();
  const first = await server.children();

  process.kill(first.worker!, 'SIGKILL');
  const second = await until(async () => {
    const children = await server.children();
    return children.worker !== undefined && children.worker !== first.worker && children;
  });
  assert.equal(second.api, first.api, 'the api is not touched by the death of the worker');

  process.kill(first.api!, 'SIGKILL');
  await until(async () => {
    const { api } = await server.children();
    return api !== undefined && api !== first.api;
  });
  await healthy();
  assert.equal((await server.children()).worker, second.worker);

  assert.equal(await server.stop(), 0);
  assert.deepEqual(await server.children(), {});
});

test('kill -9 of the supervisor leaves no process behind, and the folder can be served again at once', async (t) => {
  const env = { DATA_DIR: await newDataDir(t) };
  const server = await startServer({ mainPath, env });
  const { api, worker } = await until(async () => {
    const children = await server.children();
    return children.api !== undefined && children.worker !== undefined && children;
  });
  process.kill(server.supervisor.pid!, 'SIGKILL');
  const again = await startServer({ mainPath, env });
  await until(async () => !processIdentity(api!) && !processIdentity(worker!));
  assert.equal(await again.stop(), 0);
});

test('a request under way is finished before the api ends', async (t) => {
  const server = await startServer({ mainPath, env: { DATA_DIR: await newDataDir(t) } });
  t.after(() => server.supervisor.exitCode ?? server.killGroup());
  await until(async () => (await health(server.url)).status !== undefined);
  const { promise: answered, resolve, reject } = Promise.withResolvers<number>();
  const slow = request(`${server.url}/api/v1/speech/analyze`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '20', 'x-api-key': 'unknown' },
  });
  slow.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  slow.on('error', reject);
  slow.write('{');
  await delay(100);
  const stopped = server.stop();
  slow.end('"a": "0123456789"}'.padEnd(19));
  assert.equal(await answered, 401);
  assert.equal(await stopped, 0);
});

test('a second appliance on the same data folder is refused, with the folder named', async (t) => {
  const env = { DATA_DIR: await newDataDir(t), PORT: '0', HOST: '127.0.0.1' };
  const server = await startServer({ mainPath, env });
  t.after(() => server.killGroup());
  const second = await run(env);
  assert.equal(second.code, 1);
  assert.equal(second.stdout, '');
  assert.match(second.stderr, new RegExp(`Another Assay is serving the data folder "${env.DATA_DIR}"`));
});

test('the lock of a data folder ends with its process, however violent the end', async (t) => {
  const dataDir = await newDataDir(t);
  const lockPath = join(import.meta.dirname, '../../server/process/folder-lock.ts');
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(lockPath)});
    lockDataFolder(${JSON.stringify(dataDir)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  t.after(() => holder.kill('SIGKILL'));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  assert.throws(() => lockDataFolder(dataDir), FolderInUseError);
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('exit', resolve));
  lockDataFolder(dataDir).release();
  lockDataFolder(dataDir).release();
});

for (const [title, env, complaint] of [
  ['an unknown role', { ROLE: 'both' }, /The role must be all, api, worker, live or migrate; it is "both"/],
  ['invalid settings', { PORT: 'eighty', LANE_THREADS: '0' }, /PORT must be[\s\S]*LANE_THREADS must be/],
] as const) {
  test(`${title} is refused in plain words`, async (t) => {
    const ended = await run({ DATA_DIR: await newDataDir(t), ...env });
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, complaint);
    assert.doesNotMatch(ended.stderr, /\bat .*\.ts:/);
  });
}

test('migrate makes the database and ends', async (t) => {
  const env = { DATA_DIR: await newDataDir(t) };
  assert.deepEqual(await run(env, '--role', 'migrate'), { code: 0, stdout: '', stderr: '' });
});

test('the role comes from the arguments, else ROLE, else it is all', () => {
  assert.equal(roleFrom(['--role', 'api'], { ROLE: 'worker' }), 'api');
  assert.equal(roleFrom(['--role=worker'], {}), 'worker');
  assert.equal(roleFrom([], { ROLE: 'migrate' }), 'migrate');
  assert.equal(roleFrom([], {}), 'all');
});
