import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHealthService } from '#server/modules/watching/health.ts';
import { minutes, seconds } from '#server/time.ts';
import { buildTestApp, get } from '#test/support/build-test-app.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

test('health needs no key; all is well', async (t) => {
  const { app } = await buildTestApp(t);
  const answer = await get(app, '/api/v1/health');
  assert.equal(answer.statusCode, 200);
  const { status, checks, timestamp } = answer.json();
  assert.equal(status, 'healthy');
  assert.ok(Date.parse(timestamp));
  assert.deepEqual(Object.keys(checks), ['database', 'storage', 'worker', 'recogniser', 'ffmpeg', 'sandbox']);
  for (const [name, { status: one, latency }] of Object.entries<{ status: string; latency: number }>(
    checks,
  )) {
    assert.equal(one, 'healthy', name);
    assert.ok(Number.isInteger(latency));
  }
  assert.equal(answer.headers['cache-control'], 'no-store');
});

test('without a worker, with one that loads, and with one that lacks something, it is degraded: 503', async (t) => {
  const { app, queue, clock, workerIsReady } = await buildTestApp(t, { warm: false });
  const statuses = async () => {
    clock.advance(seconds(6));
    const answer = await get(app, '/api/v1/health');
    const { status, checks } = answer.json();
    return [
      answer.statusCode,
      status,
      checks.worker.status,
      checks.recogniser.status,
      checks.ffmpeg.status,
    ].join(' ');
  };
  assert.equal(await statuses(), '503 degraded unreachable unreachable unreachable');
  await queue.registerWorker({ id: 'w', host: 'h', pid: 1, capabilities: {} });
  assert.equal(await statuses(), '503 degraded unhealthy unreachable unreachable');
  await queue.markReady('w', { checks: { ffmpeg: { ok: true }, recogniser: { ok: false } } });
  assert.equal(await statuses(), '503 degraded healthy unhealthy healthy');
  await queue.removeWorker('w');
  await workerIsReady();
  assert.equal(await statuses(), '200 healthy healthy healthy healthy');
  clock.advance(minutes(1));
  assert.equal(
    await statuses(),
    '503 degraded unreachable unreachable unreachable',
    'no sign of life for a minute',
  );
});

test('a sandbox with gaps is reported and takes no process out of service; a start that requires it would have ended', async (t) => {
  const { app, queue, clock } = await buildTestApp(t);
  const sandbox = async () => {
    clock.advance(seconds(6));
    const { statusCode, ...answer } = await get(app, '/api/v1/health');
    return [statusCode, answer.json().checks.sandbox.status].join(' ');
  };
  assert.equal(await sandbox(), '200 healthy');
  const checks = { ffmpeg: { ok: true }, recogniser: { ok: true } };
  await queue.registerWorker({ id: 'w', host: 'h', pid: 1, capabilities: {} });
  await queue.markReady('w', { checks: { ...checks, sandbox: { ok: false, detail: 'gaps' } } });
  assert.equal(await sandbox(), '200 configured');
});

test('answers within five seconds are shared', async () => {
  const clock = createMovingClock();
  let asked = 0;
  const health = createHealthService({
    languages: async () => null,
    clock,
    checks: {
      database: async () => {
        asked++;
        return 'healthy';
      },
    },
  });
  await Promise.all([health.check(), health.check()]);
  clock.advance(4999);
  await health.check();
  assert.equal(asked, 1);
  clock.advance(1);
  await health.check();
  assert.equal(asked, 2);
});

test('what is missing is looked for again after a fifth of a second', async () => {
  const clock = createMovingClock();
  let isReady = false;
  const health = createHealthService({
    languages: async () => null,
    clock,
    checks: { worker: async () => (isReady ? 'healthy' : 'unhealthy') },
  });
  assert.equal((await health.check()).status, 'degraded');
  isReady = true;
  clock.advance(199);
  assert.equal((await health.check()).status, 'degraded');
  clock.advance(1);
  assert.equal((await health.check()).status, 'healthy');
});

test('a check that throws is unhealthy, one that hangs unreachable, one that only exists configured', async () => {
  const health = createHealthService({
    languages: async () => null,
    clock: createMovingClock(),
    timeoutMs: 20,
    checks: {
      database: () => Promise.reject(new Error('secret')),
      storage: () => {
        throw new Error('at once');
      },
      worker: () => new Promise(() => undefined),
      language_model: async () => 'configured',
    },
  });
  const { status, checks } = await health.check();
  assert.equal(status, 'degraded');
  assert.deepEqual(
    Object.values(checks).map((check) => check.status),
    ['unhealthy', 'unhealthy', 'unreachable', 'configured'],
  );
  assert.deepEqual(checks.worker, { status: 'unreachable', latency: null });
});

test('not_configured alone degrades', async () => {
  const health = createHealthService({
    languages: async () => null,
    clock: createMovingClock(),
    checks: { recogniser: async () => 'not_configured', database: async () => 'healthy' },
  });
  assert.equal((await health.check()).status, 'degraded');
});

test('a worker tells which languages can be recognised; until one has, they are unknown', async (t) => {
  const { app, clock, queue, workerIsReady } = await buildTestApp(t, { warm: false });
  const languages = async () => (await get(app, '/api/v1/health')).json().languages;
  assert.equal(await languages(), null);
  await workerIsReady(['en', 'pl']);
  clock.advance(6000);
  const { available, notAvailable } = await languages();
  assert.deepEqual(available, ['en', 'pl']);
  assert.equal(notAvailable.length, 14);
  await queue.removeWorker('worker_test');
  clock.advance(6000);
  assert.equal(await languages(), null);
});

test('the language model is a check where one is configured, and only there', async (t) => {
  const { app } = await buildTestApp(t);
  assert.ok(!('language_model' in (await get(app, '/api/v1/health')).json().checks));
  const { app: other } = await buildTestApp(t, {
    languageModel: { check: async () => 'unreachable' },
  });
  const health = await get(other, '/api/v1/health');
  assert.equal(health.statusCode, 503);
  assert.deepEqual(health.json().checks.language_model, { status: 'unreachable', latency: null });
});
