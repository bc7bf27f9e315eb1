import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seconds } from '#server/time.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { failed, succeeded } from '#test/support/data-layer.ts';
import { type Family, readPrometheusText, sampleOf } from '#test/support/prometheus-text.ts';
import { announce } from '#test/support/webhooks.ts';

const metricsToken = 'a token for Prometheus';

async function watched(t: TestContext) {
  const server = await buildTestApp(t, { metricsToken });
  const ask = (authorization?: string) =>
    server.app.inject({
      method: 'GET',
      url: '/metrics',
      ...(authorization && { headers: { authorization } }),
    });
  return {
    ...server,
    ask,
    /** What Prometheus sees a while later. */
    async scrape(): Promise<Map<string, Family>> {
      server.clock.advance(seconds(10));
      const answer = await ask(`Bearer ${metricsToken}`);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
      return readPrometheusText(answer.body);
    },
  };
}

test('without a token there is no page; with one, only for who knows it', async (t) => {
  const { app } = await buildTestApp(t);
  assert.equal((await get(app, '/metrics')).statusCode, 404);
  const { ask } = await watched(t);
  for (const wrong of [undefined, 'Bearer', 'Bearer another token', `Basic ${metricsToken}`, metricsToken]) {
    const answer = await ask(wrong);
    assert.equal(answer.statusCode, 401, wrong);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    assert.doesNotMatch(answer.body, /assay_/);
  }
});

test('runs are counted once when they end, with their time, their steps and what they cost', async (t) => {
  const { customer, app, finish, scrape, clock } = await watched(t);
  const { apiKey } = await customer({ client: { name: 'Very Secret Client', maxConcurrentRuns: 3 } });
  await scrape();
  const first = (await submit(app, { apiKey })).json();
  const second = (await submit(app, { apiKey, fields: { externalId: 'person-77' } })).json();
  const waiting = await scrape();
  assert.equal(sampleOf(waiting, 'assay_runs', { service: 'speech', status: 'processing' }), 2);
  clock.advance(seconds(20));
  await finish(first.id, succeeded());
  await finish(second.id, failed);
  const of = async () => {
    const now = await scrape();
    return [
      sampleOf(now, 'assay_runs_ended_total', { service: 'speech', status: 'success' }),
      sampleOf(now, 'assay_runs_ended_total', { service: 'speech', status: 'failed' }),
      sampleOf(now, 'assay_run_duration_seconds_count', { service: 'speech' }),
      sampleOf(now, 'assay_runs', { service: 'speech', status: 'processing' }),
    ];
  };
  assert.deepEqual(await of(), [1, 1, 2, 0]);
  assert.deepEqual(await of(), [1, 1, 2, 0], 'a second look counts nothing again');
  const now = await scrape();
  assert.ok(sampleOf(now, 'assay_credits_charged_total', { service: 'speech' })! > 0);
  assert.ok(sampleOf(now, 'assay_audio_seconds_total', { service: 'speech' })! > 0);
});

test('a run waits until a worker has it, also once it is past the limit of its client', async (t) => {
  const { customer, app, queue, scrape, clock } = await watched(t);
  const { apiKey } = await customer({ client: { maxConcurrentRuns: 1 } });
  const ageOf = async () =>
    sampleOf(await scrape(), 'assay_run_oldest_waiting_seconds', { service: 'speech' })!;
  assert.equal(await ageOf(), 0);
  await submit(app, { apiKey });
  clock.advance(seconds(600));
  assert.ok((await ageOf()) >= 600, 'no worker has taken it');
  assert.ok(await queue.claim('worker_test'));
  assert.equal(await ageOf(), 0);
  await submit(app, { apiKey });
  clock.advance(seconds(60));
  const age = await ageOf();
  assert.ok(age >= 60 && age < 300, `the second waits behind it: ${age} s`);
});

test('no client, person, run or key is named', async (t) => {
  const { customer, app, finish, ask, scrape, clock } = await watched(t);
  const { clientId, keyId, apiKey } = await customer({ client: { name: 'Very Secret Client' } });
  const { id } = (await submit(app, { apiKey, fields: { externalId: 'person-77' } })).json();
  await finish(id, succeeded());
  await get(app, `/api/v1/speech/runs/${id}`, apiKey);
  await scrape();
  clock.advance(seconds(10));
  const { body } = await ask(`Bearer ${metricsToken}`);
  for (const secret of ['Very Secret Client', 'person-77', clientId, keyId, apiKey, id, metricsToken]) {
    assert.ok(!body.includes(secret), secret);
  }
  assert.match(body, /route="\/api\/v1\/speech\/runs\/:id"|route="\/api\/v1\/speech/);
});

test('webhooks are told while they wait and once they are over', async (t) => {
  const server = await watched(t);
  const { clientId } = await server.customer();
  await announce(server, server.webhooks, { clientId, url: 'https://hooks.people.example/assay' });
  const waiting = await server.scrape();
  assert.equal(sampleOf(waiting, 'assay_webhooks_waiting'), 1);
  assert.ok(sampleOf(waiting, 'assay_webhook_oldest_due_seconds')! >= 10);
  const at = new Date(server.clock.now()).toISOString();
  await server.db
    .updateTable('webhook_messages')
    .set({ status: 'delivered', ended_at: at, next_attempt_at: null })
    .execute();
  const over = await server.scrape();
  assert.equal(sampleOf(over, 'assay_webhooks_waiting'), 0);
  assert.equal(sampleOf(over, 'assay_webhooks_ended_total', { status: 'delivered' }), 1);
});

test('requests are told by the pattern of their route, never by their address', async (t) => {
  const { app, scrape } = await watched(t);
  await get(app, '/api/v1/health');
  await get(app, '/no/such/page/4711');
  const now = await scrape();
  const health = { method: 'GET', route: '/api/v1/health', status: '2xx' };
  assert.equal(sampleOf(now, 'assay_http_request_duration_seconds_count', health), 1);
  const routes = now.get('assay_http_request_duration_seconds')!.samples.map(({ labels }) => labels.route);
  assert.ok(routes.every((route) => !route!.includes('4711')));
});

test('what is called a total is a counter', async (t) => {
  const { scrape } = await watched(t);
  const families = await scrape();
  assert.ok(families.has('assay_api_nodejs_active_handles'), 'the same by type is still there');
  for (const [name, { type }] of families) assert.equal(name.endsWith('_total'), type === 'counter', name);
});

test('the dashboard and the alerts ask for figures that there are', async (t) => {
  const { scrape } = await watched(t);
  const known = new Set([...(await scrape()).keys()]);
  const root = join(import.meta.dirname, '../../../deploy');
  for (const file of ['grafana/assay.json', 'prometheus/alerts.yml']) {
    const text = readFileSync(join(root, file), 'utf8');
    const named = new Set(text.match(/\bassay_[a-z_]+\b/g));
    assert.ok(named.size > 5, file);
    for (const name of named) {
      assert.ok(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), `${file}: ${name}`);
    }
  }
  const dashboard = JSON.parse(readFileSync(join(root, 'grafana/assay.json'), 'utf8'));
  const places = dashboard.panels.map(({ id }: { id: number }) => id);
  assert.equal(new Set(places).size, places.length, 'each panel has an id of its own');
});
