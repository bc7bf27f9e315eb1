import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../../testkit/server-process.ts';

const mainPath = join(import.meta.dirname, 'stalling-main.ts');

async function serving(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-stall-'));
  const server = await startServer({ mainPath, env: { DATA_DIR: dataDir, ...env } });
  t.after(async () => {
    if (server.supervisor.exitCode === null && server.supervisor.signalCode === null)
      await server.killGroup();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const ask = async (path = '/') => (await fetch(`${server.url}${path}`)).text();
  // The two start at the same time, the worker perhaps a little later.
  while ((await server.children()).worker === undefined) await delay(25);
  const said = (message: string) => server.log().includes(`"msg":"${message}`);
  return { ...server, ask, said };
}

const stuck = 'the event loop is stuck; the process is killed';
const heldUp = 'event loop blocked';

test('an api that is stuck is killed, says why, and is started again on its port; the worker stays', async (t) => {
  const { ask, said, children } = await serving(t);
  const before = await children();
  await assert.rejects(ask('/stall'), 'the stuck process does not answer');
  let pid = '';
  for (const giveUpAt = performance.now() + 60_000; pid === ''; await delay(25)) {
    pid = await ask().catch(() => '');
    assert.ok(performance.now() < giveUpAt, 'it came back');
  }
  assert.notEqual(pid, String(before.api));
  assert.ok(said(stuck));
  assert.equal((await children()).worker, before.worker);
});

test('an api that is held up again and again, but goes on, is reported and left alone', async (t) => {
  const { ask, said, children } = await serving(t);
  const { api } = await children();
  for (let time = 0; time < 6; time += 1) assert.equal(await ask('/stall?ms=1000'), String(api));
  assert.equal(await ask(), String(api));
  assert.ok(said(heldUp));
  assert.ok(!said(stuck));
});

test('an api that was paused with its machine is not taken for stuck', async (t) => {
  const { ask, said, children } = await serving(t);
  const { api } = await children();
  process.kill(api!, 'SIGSTOP');
  await delay(5000);
  process.kill(api!, 'SIGCONT');
  assert.equal(await ask(), String(api));
  await delay(500);
  assert.ok(!said(stuck));
});

test('an api without a supervisor ends by the same watch, for its container to start it again', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-stall-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  // Whatever Node itself was started with.
  const start = `await import(${JSON.stringify(mainPath)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', start], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ROLE: 'api', HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const url = await new Promise<string>((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const found = /listening on (http\S+)/.exec(out)?.[1];
      if (found) resolve(found);
    });
  });
  await assert.rejects(fetch(`${url}/stall`));
  assert.equal(await ended, 'SIGKILL');
  assert.ok(log.includes(stuck));
});
