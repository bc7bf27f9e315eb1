import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { buildTestApp, fakeAudio, get, submit } from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

const poll = (server: { app: Parameters<typeof get>[0] }, id: string, apiKey: string) =>
  get(server.app, `/api/v1/speech/analyze/${id}`, apiKey);

test('a successful run gives the full payload, and what it cost', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, finish, clock } = server;
  const { apiKey } = await customer();
  const { id } = (
    await submit(app, { apiKey, fields: { externalId: 'x' }, audio: fakeAudio(245_600) })
  ).json();
  clock.advance(42_000);
  await finish(id, settlementOf(finishedState(), { charge: 5 }));
  const body = (await poll(server, id, apiKey)).json();
  assert.deepEqual(
    [body.id, body.externalId, body.status, body.scoringMethod, body.metadata, body.tags],
    [id, 'x', 'success', 'ml_hybrid', {}, []],
  );
  assert.deepEqual(body.audio, {
    durationMs: 245_600,
    durationFormatted: '4:05',
    languageCode: 'en',
    requestedLanguage: 'en',
    speakerCount: 2,
  });
  assert.deepEqual(body.credits, { deducted: 5, remainingBalance: 95, audioDurationMinutes: 4.09 });
  assert.equal(body.scores.overall, 3.5);
  assert.equal(body.explainability.vocab, 'A broad vocabulary.');
  assert.equal(body.transcript.candidateText, 'um I worked there\nfor two years');
  assert.equal(body.analysis.fluency.features.wordsPerMinute.value, 132.4);
  assert.equal(typeof body.processingTimeMs, 'number');
  for (const absent of [
    'message',
    'createdAt',
    'pollIntervalSeconds',
    'queuePosition',
    'error',
    'cutAudio',
  ]) {
    assert.ok(!(absent in body), absent);
  }
});

test('a partial run gives what there is, charged in proportion', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, finish } = server;
  const { apiKey } = await customer();
  const { id } = (await submit(app, { apiKey })).json();
  const { explainability: _, ...state } = finishedState();
  await finish(
    id,
    settlementOf(
      { ...state, vocabulary: { abstained: true, reason: 'Too few words.' } },
      { status: 'partial', charge: 3 },
    ),
  );
  const body = (await poll(server, id, apiKey)).json();
  assert.equal(body.status, 'partial');
  assert.deepEqual([body.scores.vocabulary, body.scores.accent], [null, 3.8]);
  assert.equal(body.credits.deducted, 3);
  assert.ok(!('explainability' in body));
  assert.equal(body.analysis.vocabulary.reason, 'Too few words.');
});

test('a failed run answers 200 with its code, and nothing was charged', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, finish, credits } = server;
  const { apiKey, clientId } = await customer();
  const { id } = (await submit(app, { apiKey })).json();
  await finish(id, failed);
  const answer = await poll(server, id, apiKey);
  assert.equal(answer.statusCode, 200);
  const body = answer.json();
  assert.equal(body.status, 'failed');
  assert.deepEqual(body.error, { code: 'TRANSCRIPTION_FAILED', message: 'No speech was found.' });
  assert.equal(body.credits.deducted, 0);
  assert.ok(Object.values(body.scores).every((score) => score === null));
  assert.ok(!('explainability' in body));
  assert.deepEqual([body.transcript, body.analysis], [null, null]);
  assert.deepEqual(body.audio, {
    durationMs: 240_000,
    durationFormatted: '4:00',
    languageCode: null,
    requestedLanguage: 'en',
    speakerCount: null,
  });
  const balance = await credits.balance(clientId);
  assert.deepEqual([balance.balance, balance.held], [100, 0]);
});

test('cut audio comes as base64, only when asked for and made', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, finish, blobs } = server;
  const { apiKey } = await customer();
  const mp3 = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
  for (const [asked, made] of [
    [true, true],
    [true, false],
    [false, true],
  ]) {
    const { id } = (await submit(app, { apiKey, query: { includeCutAudio: String(asked) } })).json();
    const cutAudio = made ? { path: 'cut.mp3', durationMs: 9000 } : null;
    if (made) await blobs.put(`speech/${id}/cut.mp3`, Readable.from(mp3));
    await finish(id, settlementOf({ ...finishedState(), cutAudio }));
    const body = (await poll(server, id, apiKey)).json();
    assert.deepEqual(
      body.cutAudio,
      asked && made
        ? { contentType: 'audio/mpeg', base64: mp3.toString('base64'), durationMs: 9000 }
        : undefined,
    );
  }
});

test('nested metadata is kept and shown as text', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer } = server;
  const { apiKey } = await customer();
  const metadata = { plain: 'x', deep: { list: [1, null] }, none: null };
  const { id } = (await submit(app, { apiKey, fields: { metadata: JSON.stringify(metadata) } })).json();
  assert.deepEqual((await poll(server, id, apiKey)).json().metadata, {
    plain: 'x',
    deep: '{"list":[1,null]}',
    none: 'null',
  });
});

test('another client’s id is answered byte for byte like an unknown one', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer } = server;
  const [mine, theirs] = [await customer(), await customer()];
  const { id } = (await submit(app, { apiKey: theirs.apiKey })).json();
  const neutral = async (runId: string) => {
    const { statusCode, headers, body } = await poll(server, runId, mine.apiKey);
    const { 'x-request-id': requestId, date: _, ratelimit: __, ...rest } = headers;
    return JSON.stringify([statusCode, rest, body]).replaceAll(String(requestId), 'REQUEST');
  };
  const unknown = await neutral('00000000-0000-4000-8000-000000000000');
  assert.equal(await neutral(id), unknown);
  assert.match(unknown, /REQUEST_NOT_FOUND/);
  for (const odd of ['x', '..%2F..%2Fetc', `${'a'.repeat(5000)}`, '%00', "'%20or%201=1"]) {
    assert.equal((await poll(server, odd, mine.apiKey)).json().error.code, 'REQUEST_NOT_FOUND', odd);
  }
});

test('a run of another module is not found here', async (t) => {
  const server = await buildTestApp(t);
  const { customer, runs } = server;
  const { apiKey, clientId } = await customer();
  await runs.submit({
    id: 'cv-run',
    serviceType: 'cv_deepmatch',
    clientId,
    projectId: null,
    apiKeyId: null,
    externalId: null,
    playground: false,
    metadata: {},
    tags: [],
    input: {},
    audioDurationMs: null,
    language: null,
    costCredits: 2,
  });
  assert.equal((await poll(server, 'cv-run', apiKey)).statusCode, 404);
});

for (const [title, fails, kept] of [
  ['after the run was made keeps its file', 'after', 1],
  ['before the run was made leaves no file', 'before', 0],
] as const) {
  test(`a lost database ${title}`, async (t) => {
    const { app, customer, runs, blobFiles } = await buildTestApp(t, {
      replaceRuns: (real) => ({
        ...real,
        submit: async (newRun) => {
          if (fails === 'after') await real.submit(newRun);
          throw new Error('connection lost');
        },
      }),
    });
    const { apiKey, clientId } = await customer();
    assert.equal((await submit(app, { apiKey })).statusCode, 500);
    assert.equal((await runs.list({ clientId, limit: 1, offset: 0 })).runs.length, kept);
    assert.equal((await blobFiles()).length, kept);
  });
}
