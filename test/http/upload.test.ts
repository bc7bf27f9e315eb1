import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { buildTestApp, encodeForm, fakeAudio, submit } from '#test/support/build-test-app.ts';
import { answerOf, listening, MB, maxSizeBytes, pour, settles } from './upload-wire.ts';

test('a file of exactly 25 MB is taken, one byte more is FILE_TOO_LARGE and leaves nothing', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer();
  const start = fakeAudio(240_000);
  const exact = Buffer.concat([start, Buffer.alloc(maxSizeBytes - start.length)]);
  assert.equal((await submit(app, { apiKey, audio: exact })).statusCode, 202);
  assert.equal((await blobFiles()).length, 1);

  const over = await submit(app, { apiKey, audio: Buffer.concat([exact, Buffer.alloc(1)]) });
  assert.equal(over.statusCode, 400);
  assert.equal(over.json().error.code, 'FILE_TOO_LARGE');
  assert.ok(over.json().error.requestId);
  assert.equal((await blobFiles()).length, 1);
});

test('a body that says it is too large is refused before any of it is read', async (t) => {
  const { port, head, blobFiles } = await listening(t);
  const socket = connect(port, '127.0.0.1');
  const { headers } = encodeForm([]);
  socket.write(head({ ...headers, 'content-length': String(200 * MB) }));
  const { head: answerHead, body } = await answerOf(socket);
  assert.match(answerHead, /^HTTP\/1\.1 400 /);
  assert.match(answerHead, /connection: close/i);
  assert.equal(JSON.parse(body).error.code, 'FILE_TOO_LARGE');
  assert.deepEqual(await blobFiles(), []);
});

// As Python's http.client does: everything is sent before the answer is looked at.
for (const [title, sizeBytes, headers, code] of [
  ['without a key', 8 * MB, { 'x-api-key': '' }, 'MISSING_API_KEY'],
  ['with a key that may not', 8 * MB, { 'x-api-key': 'speechless' }, 'MISSING_PERMISSION'],
  ['with a bad field before the file', 8 * MB, {}, 'INVALID_LANGUAGE_CODE'],
  ['with a file far too large', 60 * MB, {}, 'FILE_TOO_LARGE'],
  ['in chunks', 60 * MB, { 'transfer-encoding': 'chunked' }, 'FILE_TOO_LARGE'],
  ['as JSON', 8 * MB, { 'content-type': 'application/json' }, 'UNSUPPORTED_MEDIA_TYPE'],
] as const) {
  test(`a client that sends all before it reads gets its refusal: ${title}`, async (t) => {
    const { port, head, customer } = await listening(t);
    const { apiKey: speechless } = await customer({ key: { permissions: ['cvdeepmatch'] } });
    const form = encodeForm([
      ...(code === 'INVALID_LANGUAGE_CODE' ? [{ name: 'language', value: 'english' }] : []),
      { name: 'audio', value: Buffer.alloc(sizeBytes), fileName: 'a.wav' },
    ]);
    const given: Record<string, string> = { ...form.headers, ...headers };
    if (given['x-api-key'] === 'speechless') given['x-api-key'] = speechless;
    const isChunked = given['transfer-encoding'] !== undefined;
    if (!isChunked) given['content-length'] = String(form.payload.length);

    const socket = connect(port, '127.0.0.1');
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    socket.write(head(given));
    const body = isChunked
      ? Buffer.concat([
          Buffer.from(`${form.payload.length.toString(16)}\r\n`),
          form.payload,
          Buffer.from('\r\n0\r\n\r\n'),
        ])
      : form.payload;
    assert.ok(await pour(socket, body), `all is sent: ${faults}`);
    const answer = await answerOf(socket);
    assert.equal(JSON.parse(answer.body).error.code, code);
    assert.match(answer.head, /connection: close/i);
    assert.deepEqual(faults, []);
  });
}

test('of a refused body no more is read than the limit allows, and none is stored', async (t) => {
  const { port, head, app, blobFiles } = await listening(t);
  let receivedBytes = 0;
  app.server.on('connection', (socket) => socket.on('close', () => (receivedBytes = socket.bytesRead)));
  const socket = connect(port, '127.0.0.1');
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  socket.write(head({ ...headers, 'transfer-encoding': 'chunked' }));
  const answer = answerOf(socket);
  // One chunk that never ends: first the form up to the file's content, then as much as the server takes.
  const opening = payload.subarray(0, payload.indexOf('\r\n--assay', 10));
  socket.write(`${(400 * MB).toString(16)}\r\n`);
  socket.write(opening);
  await pour(socket, Buffer.alloc(400 * MB, 1));
  const { head: answerHead, body } = await answer;
  assert.match(answerHead, /^HTTP\/1\.1 400 /);
  assert.match(answerHead, /connection: close/i);
  assert.equal(JSON.parse(body).error.code, 'FILE_TOO_LARGE');
  assert.ok(await settles(async () => receivedBytes > 0), 'the server closes the connection');
  const { maxBytes } = limits.refusedBody;
  assert.ok(receivedBytes < maxSizeBytes + maxBytes + MB, `read ${receivedBytes} bytes`);
  assert.deepEqual(await blobFiles(), []);
});

test('a refused client that goes on too slowly, or not at all, is closed on', async (t) => {
  const { port, head } = await listening(t, {
    replace: () => ({ refusedBody: { ...limits.refusedBody, idleMs: 100, wholeMs: 400, lingerMs: 100 } }),
  });
  for (const [pauseMs, leastMs] of [
    [50, 390],
    [10_000, 0],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(head({ ...encodeForm([]).headers, 'x-api-key': 'wrong', 'content-length': '9000000' }));
    const startedAt = performance.now();
    const dripping = setInterval(() => socket.writable && socket.write('x'), pauseMs);
    const answer = await answerOf(socket);
    clearInterval(dripping);
    assert.equal(JSON.parse(answer.body).error.code, 'INVALID_API_KEY');
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs >= leastMs, `the slow one has its time: ${tookMs} ms`);
  }
});

test('a refused client is not asked for its body, an accepted one is', async (t) => {
  const { port, head } = await listening(t);
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const expecting = { ...headers, 'content-length': String(payload.length), expect: '100-continue' };

  const refused = connect(port, '127.0.0.1');
  refused.write(head({ ...expecting, 'x-api-key': 'wrong', 'content-length': '20000000' }));
  const { head: answerHead } = await answerOf(refused);
  assert.match(answerHead, /^HTTP\/1\.1 401 /);

  const accepted = connect(port, '127.0.0.1');
  accepted.write(head({ ...expecting, connection: 'close' }));
  const [interim] = await once(accepted, 'data');
  assert.match(String(interim), /^HTTP\/1\.1 100 Continue/);
  accepted.write(payload);
  assert.match((await answerOf(accepted)).head, /^HTTP\/1\.1 202 /);
});

test('what else a client expects is passed over: it is answered as if it expected nothing', async (t) => {
  const { port, head } = await listening(t);
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  for (const expect of ['200-ok', '']) {
    const socket = connect(port, '127.0.0.1');
    const answer = answerOf(socket);
    const length = String(payload.length);
    socket.write(head({ ...headers, expect, 'content-length': length, connection: 'close' }));
    socket.write(payload);
    assert.match((await answer).head, /^HTTP\/1\.1 202 /, expect);
  }
});

test('a client that hangs up in the middle of its upload leaves neither file nor run', async (t) => {
  const { port, head, blobFiles, app, apiKey } = await listening(t);
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(head({ ...headers, 'content-length': '5000000' }));
  socket.write(payload.subarray(0, payload.length - 40));
  await pour(socket, Buffer.alloc(MB, 1));
  assert.ok(await settles(async () => (await blobFiles()).length === 1), 'the file is being written');
  socket.destroy();
  assert.ok(await settles(async () => (await blobFiles()).length === 0), 'the file is gone');
  const list = await app.inject({ url: '/api/v1/speech/runs', headers: { 'x-api-key': apiKey } });
  assert.deepEqual(list.json().runs, []);
});

test('a slow upload is taken as long as it goes on', async (t) => {
  const { port, head } = await listening(t);
  const { headers, payload } = encodeForm([
    { name: 'tags', value: '["slow"]' },
    { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
  ]);
  const socket = connect(port, '127.0.0.1');
  const answer = answerOf(socket);
  socket.write(head({ ...headers, 'content-length': String(payload.length), connection: 'close' }));
  for (let at = 0; at < payload.length; at += 10) {
    socket.write(payload.subarray(at, at + 10));
    await delay(5);
  }
  assert.match((await answer).head, /^HTTP\/1\.1 202 /);
});

test('an upload that falls silent is REQUEST_TIMEOUT and leaves nothing', async (t) => {
  const { port, head, blobFiles } = await listening(t, { replace: () => ({ idleUploadMs: 100 }) });
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const socket = connect(port, '127.0.0.1');
  socket.write(head({ ...headers, 'content-length': '9999' }));
  socket.write(payload.subarray(0, payload.length - 50));
  const { head: answerHead, body } = await answerOf(socket);
  assert.match(answerHead, /^HTTP\/1\.1 408 /);
  assert.equal(JSON.parse(body).error.code, 'REQUEST_TIMEOUT');
  assert.deepEqual(await blobFiles(), []);
});

test('an upload is read no faster than it is stored', async (t) => {
  const { port, head, app } = await listening(t, {
    replace: ({ blobs }) => ({ blobs: { ...blobs, put: () => new Promise(() => undefined) } }),
  });
  let connection: Socket | undefined;
  app.server.on('connection', (socket) => {
    connection = socket;
  });
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(head({ ...headers, 'content-length': String(20 * 1024 * 1024) }));
  socket.write(payload.subarray(0, payload.length - 40));
  await pour(socket, Buffer.alloc(18 * MB, 1));
  const readMb = connection!.bytesRead / 1024 / 1024;
  socket.destroy();
  assert.ok(readMb < 2, `read ${readMb.toFixed(1)} MB that were not stored`);
});
