import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPollLimiter } from '#server/http/plugins/poll-limit.ts';
import { createRateLimiter } from '#server/http/plugins/rate-limit.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

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

test('polls are remembered for 10 seconds, and never more of them than allowed', () => {
  const clock = createMovingClock();
  const limit = createPollLimiter({ clock, maxRemembered: 3 });
  for (const id of ['a', 'b', 'c', 'd']) limit(id);
  assert.throws(() => limit('d'), { code: 'POLL_RATE_LIMITED' });
  limit('a');
  clock.advance(10_000);
  limit('d');
});

test('windows of keys that have ended are dropped', () => {
  const clock = createMovingClock();
  const limiter = createRateLimiter({ clock, windowMs: 60_000, sweepAtKeys: 10 });
  for (let key = 0; key < 9; key++) limiter.take(`key${key}`, 5);
  clock.advance(30_000);
  limiter.take('late', 5);
  clock.advance(30_000);
  limiter.take('new', 5);
  assert.equal(limiter.size(), 2);
  assert.equal(limiter.look('late', 5).remaining, 4);
});
