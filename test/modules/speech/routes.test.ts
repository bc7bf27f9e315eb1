import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutes } from '#server/time.ts';
import { buildTestApp, encodeForm, fakeAudio, get, submit } from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';

const poll = (server: { app: Parameters<typeof get>[0] }, id: string, apiKey: string) =>
  get(server.app, `/api/v1/speech/analyze/${id}`, apiKey);

test('a submission is accepted with 202 and holds a credit per started minute', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, credits, runs } = server;
  const { apiKey, clientId, keyId } = await customer();
  const answer = await submit(app, {
    apiKey,
    fields: {
      externalId: 'mine',
      metadata: '{"team":"north"}',
      tags: '["a"]',
      cutSettings: '{"minSilenceMs":500}',
    },
    query: { includeCutAudio: 'true', analysis: 'false' },
  });
  assert.equal(answer.statusCode, 202);
  const body = answer.json();
  assert.deepEqual(Object.keys(body).sort(), [
    'estimatedTimeSeconds',
    'externalId',
    'id',
    'message',
    'pollIntervalSeconds',
    'status',
    'timestamp',
  ]);
  assert.deepEqual([body.externalId, body.status, body.pollIntervalSeconds], ['mine', 'processing', 15]);
  const run = await runs.find({ clientId, runId: body.id });
  assert.deepEqual(run?.input, {
    language: 'en',
    cutSettings: { silenceThresholdDb: -38, minSilenceMs: 500, keepSilenceMs: 250 },
    includeCutAudio: true,
    analysis: false,
    accentUse: 'counted',
    blobKey: `speech/${body.id}/upload`,
    fileName: 'interview.wav',
  });
  assert.ok(keyId);
  assert.equal((await credits.balance(clientId)).held, 4);
});

for (const [durationMs, end] of [
  [179_999, 'AUDIO_TOO_SHORT'],
  [180_000, 3],
  [180_001, 3], // an encoder's padding is no started minute
  [180_150, 3],
  [180_151, 4],
  [240_000, 4],
  [240_151, 5],
  [2_700_000, 45],
  [2_700_150, 45],
  [2_700_151, 'AUDIO_TOO_LONG'],
] as const) {
  test(`${durationMs} ms of audio: ${typeof end === 'number' ? `${end} credits` : end}`, async (t) => {
    const { app, customer, credits, blobFiles } = await buildTestApp(t);
    const { apiKey, clientId } = await customer();
    const answer = await submit(app, { apiKey, audio: fakeAudio(durationMs) });
    const { held } = await credits.balance(clientId);
    assert.deepEqual(typeof end === 'number' ? [answer.statusCode, held] : [answer.json().error.code, held], [
      typeof end === 'number' ? 202 : end,
      typeof end === 'number' ? end : 0,
    ]);
    assert.equal((await blobFiles()).length, typeof end === 'number' ? 1 : 0);
  });
}

for (const [content, code] of [
  ['not audio at all', 'UNSUPPORTED_FORMAT'],
  ['endless', 'AUDIO_DURATION_UNAVAILABLE'],
] as const) {
  test(`${code} leaves no run, no hold and no file, whatever the file is called`, async (t) => {
    const { app, customer, credits, runs, blobFiles } = await buildTestApp(t);
    const { apiKey, clientId } = await customer();
    const answer = await submit(app, { apiKey, audio: Buffer.from(content), fileName: 'real.mp3' });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error.code, code);
    assert.equal((await credits.balance(clientId)).held, 0);
    assert.deepEqual((await runs.list({ clientId, limit: 1, offset: 0 })).runs, []);
    assert.deepEqual(await blobFiles(), []);
  });
}

test('INSUFFICIENT_CREDITS says cost and available, and leaves nothing', async (t) => {
  const { app, customer, runs, blobFiles } = await buildTestApp(t);
  const { apiKey, clientId } = await customer({ credits: 7 });
  assert.equal((await submit(app, { apiKey })).statusCode, 202, 'four of seven');
  const answer = await submit(app, { apiKey });
  assert.equal(answer.statusCode, 402);
  assert.equal(answer.json().error.code, 'INSUFFICIENT_CREDITS');
  const { doc_url: explained, ...amounts } = answer.json().error.details;
  assert.deepEqual(amounts, { cost: 4, available: 3 });
  assert.equal(explained, '/docs/errors#INSUFFICIENT_CREDITS');
  assert.equal((await runs.list({ clientId, limit: 9, offset: 0 })).runs.length, 1);
  assert.equal((await blobFiles()).length, 1);
  assert.equal((await submit(app, { apiKey, audio: fakeAudio(180_000) })).statusCode, 202, 'three of three');
});

test('before a recording is looked at, its cost is told as the least it can be', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer({ credits: 2 });
  const answer = await submit(app, { apiKey, audio: fakeAudio(2_400_000) });
  assert.equal(answer.statusCode, 402);
  assert.match(answer.json().error.message, /^This costs at least 3 credits; 2 are available\./);
  assert.partialDeepStrictEqual(answer.json().error.details, { cost: 3, available: 2 });
});

test('a file whose first bytes are of no recording is refused as such, with credits and without', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  for (const credits of [0, 100]) {
    const { apiKey } = await customer({ credits });
    for (const [head, said] of [
      ['%PDF-1.7\n', /not MP3, WAV/],
      ['RIFF\u0000\u0000\u0000\u0000AVI LIST', /is a video/],
    ] as const) {
      const audio = Buffer.from(`${head}${'x'.repeat(100_000)}`, 'latin1');
      const answer = await submit(app, { apiKey, audio, fileName: 'real.mp3' });
      assert.equal(answer.json().error.code, 'UNSUPPORTED_FORMAT');
      assert.match(answer.json().error.message, said);
    }
  }
  assert.deepEqual(await blobFiles(), []);
});

test('another language needs the account’s multilingual switch, which is on unless an admin turned it off', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const on = await customer();
  assert.equal((await submit(app, { apiKey: on.apiKey, fields: { language: 'sr' } })).statusCode, 202);
  const off = await customer({ client: { multilingual: false } });
  const refused = await submit(app, { apiKey: off.apiKey, fields: { language: 'de' } });
  assert.equal(refused.statusCode, 403);
  assert.equal(refused.json().error.code, 'MULTILINGUAL_NOT_ENABLED');
  assert.equal((await submit(app, { apiKey: off.apiKey, fields: { language: 'en' } })).statusCode, 202);
  assert.equal((await blobFiles()).length, 2);
});

test('a language that no recogniser knows is refused before its recording is read, and named as not available', async (t) => {
  const { app, customer, workerIsReady, blobFiles } = await buildTestApp(t, { warm: false });
  await workerIsReady(['en', 'fr']);
  const { apiKey } = await customer();
  const keyed = { 'idempotency-key': 'one' };
  assert.equal((await submit(app, { apiKey, fields: { language: 'fr' }, headers: keyed })).statusCode, 202);
  const refused = await submit(app, { apiKey, fields: { language: 'pl' }, audio: Buffer.from('unread') });
  assert.equal(refused.statusCode, 400);
  const { code, message, details } = refused.json().error;
  assert.equal(code, 'LANGUAGE_NOT_AVAILABLE');
  assert.match(message, /Polish \("pl"\).*those for en, fr\. Ask whoever runs it/);
  assert.partialDeepStrictEqual(details, { language: 'pl', available: ['en', 'fr'] });

  const form = encodeForm([
    { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
    { name: 'language', value: 'pl' },
  ]);
  const headers = { ...form.headers, 'x-api-key': apiKey };
  const late = await app.inject({
    ...{ method: 'POST', url: '/api/v1/speech/analyze', headers },
    payload: form.payload,
  });
  assert.equal(late.json().error.code, 'LANGUAGE_NOT_AVAILABLE');
  assert.equal((await blobFiles()).length, 1, 'only of the run that was accepted');

  const { components } = (await get(app, '/api/v1/openapi.json')).json();
  const { language } = components.schemas.SubmitForm.properties;
  assert.equal(language['x-not-available'].length, 14);
  assert.match(language.description, /Not available on this installation at present: es, de/);

  await workerIsReady(['en']);
  const again = await submit(app, { apiKey, fields: { language: 'fr' }, headers: keyed });
  assert.equal(again.statusCode, 202, 'a replay is answered as it was');
});

test('until a worker is ready a submission is SERVICE_WARMING_UP, with the flat body and before its body is read', async (t) => {
  const { app, customer, workerIsReady, blobFiles, clock } = await buildTestApp(t, { warm: false });
  const { apiKey } = await customer();
  const answer = await submit(app, { apiKey });
  assert.equal(answer.statusCode, 503);
  const { message, requestId, ...body } = answer.json();
  assert.deepEqual(body, { error: 'SERVICE_WARMING_UP', retryAfterSeconds: 30 });
  assert.ok(message && requestId === answer.headers['x-request-id']);
  assert.equal(answer.headers['retry-after'], '30');
  assert.deepEqual(await blobFiles(), []);
  assert.equal((await get(app, '/api/v1/speech/runs', apiKey)).statusCode, 200, 'everything else works');
  await workerIsReady();
  assert.equal((await submit(app, { apiKey })).statusCode, 202);
  clock.advance(minutes(60));
  assert.equal(
    (await submit(app, { apiKey })).statusCode,
    202,
    'a worker that is away later is no warming up',
  );
});

test('a worker that a crash ended before this process began does not count as ready', async (t) => {
  const { app, customer, queue, clock } = await buildTestApp(t, { warm: false });
  const { apiKey } = await customer();
  clock.advance(-minutes(1));
  await queue.registerWorker({ id: 'old', host: 'a', pid: 1, capabilities: {} });
  await queue.markReady('old', {});
  clock.advance(minutes(1));
  assert.equal((await submit(app, { apiKey })).statusCode, 503);
  await queue.workerHeartbeat('old');
  assert.equal((await submit(app, { apiKey })).statusCode, 202, 'it lives after all');
});

for (const name of ['includeCutAudio', 'analysis']) {
  test(`${name} takes true and false as programs write them, and nothing else`, async (t) => {
    const { app, customer } = await buildTestApp(t);
    const { apiKey } = await customer();
    for (const value of ['true', 'True', '1', 'false', 'FALSE', '0', '']) {
      assert.equal((await submit(app, { apiKey, query: { [name]: value } })).statusCode, 202);
    }
    for (const value of ['yes', '2', 'null']) {
      const answer = await submit(app, { apiKey, query: { [name]: value } });
      assert.equal(answer.json().error.code, 'INVALID_INPUT', value);
      assert.match(answer.json().error.message, new RegExp(name));
    }
  });
}

test('True and 1 mean what they say', async (t) => {
  const { app, customer, runs } = await buildTestApp(t);
  const { apiKey, clientId } = await customer();
  const query = { includeCutAudio: 'True', analysis: '0' };
  const { id } = (await submit(app, { apiKey, query, fields: { requestId: 'of an old client' } })).json();
  const { input } = (await runs.find({ clientId, runId: id }))!;
  const { includeCutAudio, analysis } = input as Record<string, unknown>;
  assert.deepEqual([includeCutAudio, analysis], [true, false]);
});

test('beyond eight runs at once a client’s submissions queue, first in, first out', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, finish, clock } = server;
  const { apiKey } = await customer();
  const ids: string[] = [];
  for (let count = 0; count < 10; count++) {
    const { id, status, queuePosition, activeRequests, message } = (await submit(app, { apiKey })).json();
    ids.push(id);
    assert.equal(status, count < 8 ? 'processing' : 'queued');
    assert.equal(queuePosition, count < 8 ? undefined : count - 7);
    assert.equal(activeRequests, count < 8 ? undefined : 8);
    assert.ok(message);
  }
  const queued = await poll(server, ids[9]!, apiKey);
  const { timestamp, ...body } = queued.json();
  assert.ok(timestamp);
  assert.deepEqual(body, {
    id: ids[9],
    externalId: null,
    status: 'queued',
    createdAt: '2026-03-01T09:00:00.000Z',
    message: 'Number 2 in your queue; it starts by itself when one of your running analyses ends.',
    queuePosition: 2,
    activeRequests: 8,
    pollIntervalSeconds: 15,
    metadata: {},
    tags: [],
  });
  assert.equal(queued.headers['retry-after'], '15');
  await finish(ids[0]!, failed);
  clock.advance(10_000);
  assert.equal((await poll(server, ids[8]!, apiKey)).json().status, 'processing');
  assert.equal((await poll(server, ids[9]!, apiKey)).json().queuePosition, 1);
});

test('a processing run says which step it is at, and when to ask again', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, queue, clock } = server;
  const { apiKey } = await customer();
  const { id } = (
    await submit(app, { apiKey, fields: { metadata: '{"n":1,"b":true,"s":"x"}', tags: '[" a ","a"]' } })
  ).json();
  const seen: unknown[] = [];
  const look = async () => {
    const answer = await poll(server, id, apiKey);
    const { status, message, pollIntervalSeconds, metadata, tags } = answer.json();
    assert.equal(status, 'processing');
    assert.equal(answer.headers['retry-after'], String(pollIntervalSeconds));
    assert.deepEqual(metadata, { n: '1', b: 'true', s: 'x' });
    assert.deepEqual(tags, ['a']);
    seen.push([message, pollIntervalSeconds]);
  };
  await look();
  await queue.claim('worker_test');
  await queue.heartbeat(id, 'worker_test', { step: 'transcribe', fraction: 0.374 });
  clock.advance(minutes(2) - 1);
  await look();
  clock.advance(10_001);
  await queue.heartbeat(id, 'worker_test', { step: 'cutCandidateAudio', fraction: 1 });
  await look();
  clock.advance(minutes(3));
  await queue.heartbeat(id, 'worker_test', { step: 'a step of a later version', fraction: 0 });
  await look();
  assert.deepEqual(seen, [
    ['Waiting for a free worker.', 15],
    ['Step 4 of 14: writing down what was said (37 %).', 15],
    ["Step 14 of 14: cutting the candidate's audio (100 %).", 30],
    ['The recording is being analysed.', 60],
  ]);
});
