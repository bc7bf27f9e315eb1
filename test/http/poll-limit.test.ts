import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateWindows } from '#server/modules/identity/rate-windows.ts';
import { createPollNotes } from '#server/modules/runs/poll-notes.ts';
import { buildTestApp, get, submit, type TestApp } from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';

test('an unfinished run is answered every 10 seconds at most, with the flat body', async (t) => {
  const { app, customer, clock } = await buildTestApp(t);
  const { apiKey } = await customer();
  const { id } = (await submit(app, { apiKey })).json();
  const other = (await submit(app, { apiKey })).json().id;
  const poll = (runId = id) => get(app, `/api/v1/speech/analyze/${runId}`, apiKey);

  assert.equal((await poll()).statusCode, 200, 'the first poll may come at once');
  clock.advance(4000);
  const early = await poll();
  assert.equal(early.statusCode, 429);
  assert.deepEqual(Object.keys(early.json()).sort(), ['error', 'message', 'requestId', 'retryAfterSeconds']);
  assert.equal(early.json().error, 'POLL_RATE_LIMITED');
  assert.equal(early.json().retryAfterSeconds, 6);
  assert.equal(early.headers['retry-after'], '6');
  assert.equal(early.json().requestId, early.headers['x-request-id']);
  assert.equal((await poll(other)).statusCode, 200, 'another run has its own pace');
  clock.advance(5999);
  assert.equal((await poll()).statusCode, 429);
  clock.advance(1);
  assert.equal((await poll()).statusCode, 200, 'refused polls do not push the next one back');
});

test('a finished run may be polled at any pace', async (t) => {
  const { app, customer, finish } = await buildTestApp(t);
  const { apiKey } = await customer();
  const { id } = (await submit(app, { apiKey })).json();
  await finish(id, failed);
  for (let count = 0; count < 5; count++) {
    assert.equal((await get(app, `/api/v1/speech/analyze/${id}`, apiKey)).statusCode, 200);
  }
});

test('an unknown id is never limited, so it cannot be told from another client’s', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const [mine, theirs] = [await customer(), await customer()];
  const { id } = (await submit(app, { apiKey: theirs.apiKey })).json();
  assert.equal((await get(app, `/api/v1/speech/analyze/${id}`, theirs.apiKey)).statusCode, 200);
  for (let count = 0; count < 3; count++) {
    assert.equal((await get(app, `/api/v1/speech/analyze/${id}`, mine.apiKey)).statusCode, 404);
  }
});

test('polls are remembered for 10 seconds, and never more of them than allowed', async (t) => {
  const { db, clock } = await buildTestApp(t);
  const polls = createPollNotes({ db, clock, most: 3 });
  const note = (id: string) => polls.note({ id, polledAt: null });
  for (const id of ['a', 'b', 'c', 'd']) assert.equal(note(id), 0);
  assert.equal(note('d'), 10_000);
  assert.equal(note('a'), 0);
  clock.advance(10_000);
  assert.equal(note('d'), 0);
});

test('two servers on one database share both limits, and a server that starts keeps them', async (t) => {
  const first = await buildTestApp(t);
  const { apiKey } = await first.customer({ key: { rateLimitPerMinute: 6 } });
  const { id } = (await submit(first.app, { apiKey })).json();
  const poll = ({ app }: TestApp) => get(app, `/api/v1/speech/analyze/${id}`, apiKey);
  const shared = { clock: first.clock, dataDir: first.dataDir };
  const second = await buildTestApp(t, shared);
  assert.equal((await poll(first)).headers.ratelimit, '"per-key";r=4;t=60');
  await first.app.close();
  first.clock.advance(3000);

  const early = await poll(second);
  assert.equal(early.json().error, 'POLL_RATE_LIMITED');
  assert.equal(early.headers['retry-after'], '7');
  assert.equal(early.headers.ratelimit, '"per-key";r=3;t=57');
  const third = await buildTestApp(t, shared);
  for (const remaining of [2, 1, 0]) {
    assert.equal((await poll(third)).headers.ratelimit, `"per-key";r=${remaining};t=57`);
  }
  for (const app of [second, third]) {
    const refused = await poll(app);
    assert.equal(refused.json().error.code, 'RATE_LIMIT_EXCEEDED');
    assert.equal(refused.headers['retry-after'], '57');
  }
});

test('with a database that cannot be written limits hold in each process', async (t) => {
  const { db, clock } = await buildTestApp(t);
  await db.schema.dropTable('rate_windows').execute();
  const rates = createRateWindows({ db, clock });
  const bound = { subject: 'key a', perWindow: 30 };
  for (let count = 0; count < 30; count++) assert.equal(await rates.take([bound]), undefined);
  assert.equal(await rates.take([bound]), bound);
});
