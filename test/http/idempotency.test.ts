import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hours, minutes } from '#server/time.ts';
import { buildTestApp, fakeAudio, submit, type TestApp } from '#test/support/build-test-app.ts';

const keyed = (key: string) => ({ 'idempotency-key': key });

const runCount = async ({ runs }: TestApp, clientId: string) =>
  (await runs.list({ clientId, limit: 100, offset: 0 })).runs.length;

test('the same key with the same request gets the same answer and makes one run', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, blobFiles, clock, credits } = server;
  const { apiKey, clientId } = await customer();
  const request = { apiKey, headers: keyed('once'), fields: { language: 'en', tags: '["a"]' } };
  const first = await submit(app, request);
  assert.equal(first.statusCode, 202);
  clock.advance(hours(24) - 1);
  const again = await submit(app, {
    ...request,
    fileName: 'other-name.wav',
    fields: { tags: '["a"]', language: 'en' },
  });
  assert.equal(again.statusCode, 202);
  assert.equal(again.body, first.body);
  assert.deepEqual(
    [first, again].map(({ headers }) => headers['idempotency-replayed']),
    [undefined, 'true'],
  );
  assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);
  assert.equal(await runCount(server, clientId), 1);
  assert.equal((await blobFiles()).length, 1);
  assert.equal((await credits.balance(clientId)).held, 4);

  clock.advance(1);
  const later = await submit(app, request);
  assert.equal(later.statusCode, 202);
  assert.notEqual(later.json().id, first.json().id, 'after 24 hours the key is free');
});

test('the same key with anything else about the request is IDEMPOTENCY_CONFLICT', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, blobFiles } = server;
  const { apiKey, clientId } = await customer();
  const request = { apiKey, headers: keyed('k'), fields: { externalId: 'a' } };
  assert.equal((await submit(app, request)).statusCode, 202);
  for (const other of [
    { fields: { externalId: 'b' } },
    { fields: {} },
    { fields: { externalId: 'a', language: 'en' } },
    { audio: fakeAudio(240_000, 'other bytes') },
    { query: { analysis: 'false' } },
  ]) {
    const answer = await submit(app, { ...request, ...other });
    assert.equal(answer.statusCode, 409, JSON.stringify(other));
    assert.equal(answer.json().error.code, 'IDEMPOTENCY_CONFLICT');
  }
  assert.equal(await runCount(server, clientId), 1);
  assert.equal((await blobFiles()).length, 1);
});

test('two requests at once with one key make one run, and both get its answer', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, blobFiles } = server;
  const { apiKey, clientId } = await customer();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => submit(app, { apiKey, headers: keyed('race') })),
  );
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [202]);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  assert.equal(await runCount(server, clientId), 1);
  assert.equal((await blobFiles()).length, 1);
});

test('a refusal is not remembered: the same key works once its reason is gone', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, credits } = server;
  const { apiKey, clientId } = await customer({ credits: 1 });
  const request = { apiKey, headers: keyed('k') };
  assert.equal((await submit(app, request)).json().error.code, 'INSUFFICIENT_CREDITS');
  assert.equal((await submit(app, { ...request, fields: { tags: '{}' } })).json().error.code, 'INVALID_TAGS');
  await credits.add({ clientId, amount: 10, description: 'Top-up' });
  assert.equal((await submit(app, request)).statusCode, 202);
});

test('an answer of 500 is not remembered', async (t) => {
  let broken = true;
  const { app, customer } = await buildTestApp(t, {
    replace: ({ speech }) => ({
      speech: {
        ...speech,
        submit: (one) => (broken ? Promise.reject(new Error('disk')) : speech.submit(one)),
      },
    }),
  });
  const { apiKey } = await customer();
  assert.equal((await submit(app, { apiKey, headers: keyed('k') })).statusCode, 500);
  broken = false;
  assert.equal((await submit(app, { apiKey, headers: keyed('k') })).statusCode, 202);
});

test('a key belongs to its client', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const answers = [];
  for (const { apiKey } of [await customer(), await customer()]) {
    answers.push((await submit(app, { apiKey, headers: keyed('same') })).json().id);
  }
  assert.equal(new Set(answers).size, 2);
});

test('a key of 255 characters is taken, a longer or empty one refused before the body is read', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  assert.equal((await submit(app, { apiKey, headers: keyed('k'.repeat(255)) })).statusCode, 202);
  for (const key of ['k'.repeat(256), '']) {
    const answer = await submit(app, { apiKey, headers: keyed(key) });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error.code, 'INVALID_IDEMPOTENCY_KEY');
    assert.equal(answer.json().error.requestId, undefined);
  }
});

test('a request that a crash cut off is taken up again: its run is found, not made twice', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, db, clock } = server;
  const { apiKey, clientId } = await customer();
  const request = { apiKey, headers: keyed('crash') };
  const first = await submit(app, request);
  // The crash came between the run and the memory of its answer.
  await db.updateTable('idempotency').set({ status: null, body: first.json().id }).execute();
  clock.advance(minutes(3));
  const again = await submit(app, request);
  assert.equal(again.statusCode, 202);
  assert.equal(again.json().id, first.json().id);
  assert.equal(await runCount(server, clientId), 1);

  // The crash came before the run.
  await db.updateTable('idempotency').set({ status: null, body: 'no-such-run' }).execute();
  clock.advance(minutes(3));
  const third = await submit(app, request);
  assert.equal(third.statusCode, 202);
  assert.notEqual(third.json().id, first.json().id);
});

test('a recording that takes minutes to look into is charged once, with repeats meanwhile', async (t) => {
  const looks = [Promise.withResolvers<void>()];
  const server = await buildTestApp(t, {
    audio: {
      probe: async () => {
        await looks.pop()?.promise;
        return { format: 'wav', durationMs: 240_000, channels: 1, sampleRateHz: 16_000 };
      },
    },
  });
  const { app, customer, credits, blobFiles, clock } = server;
  const [look] = looks;
  const { apiKey, clientId } = await customer();
  const request = { apiKey, headers: keyed('slow') };
  const slow = submit(app, request);
  while (looks.length > 0) await delay(5);
  clock.advance(minutes(3));
  const second = await submit(app, request);
  assert.equal(second.statusCode, 202);
  look!.resolve();
  const first = await slow;
  assert.deepEqual(
    [first.statusCode, first.json().error.code, first.headers['retry-after']],
    [409, 'IDEMPOTENCY_CONFLICT', '5'],
  );
  assert.equal((await submit(app, request)).json().id, second.json().id);
  assert.equal(await runCount(server, clientId), 1);
  assert.equal((await credits.balance(clientId)).held, 4);
  assert.equal((await blobFiles()).length, 1);
});

test('what is older than 24 hours is swept away', async (t) => {
  const { app, customer, db, clock } = await buildTestApp(t);
  const { apiKey } = await customer();
  for (const key of ['a', 'b']) await submit(app, { apiKey, headers: keyed(key) });
  clock.advance(hours(25));
  await submit(app, { apiKey, headers: keyed('c') });
  const keys = await db.selectFrom('idempotency').select('key').execute();
  assert.deepEqual(keys, [{ key: 'c' }]);
});
