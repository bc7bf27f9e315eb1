import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ApiError } from '#server/errors.ts';
import { errorGuide, retryTexts } from '#server/http/error-guide.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { inlineJob, submitMatch } from '#test/support/submit-match.ts';

test('an unknown path is NOT_FOUND, with or without a key', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  for (const url of [
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v1/speech/analyze/a/b',
    '/api/v2/credits',
  ]) {
    for (const key of [undefined, apiKey]) {
      const answer = await get(app, url, key);
      assert.equal(answer.statusCode, 404, url);
      assert.deepEqual(Object.keys(answer.json().error), ['code', 'message', 'timestamp', 'details']);
      assert.equal(answer.json().error.code, 'NOT_FOUND');
    }
  }
});

test('a known path with another method is METHOD_NOT_ALLOWED and says what it allows', async (t) => {
  const { app } = await buildTestApp(t);
  for (const [method, url, allow] of [
    ['GET', '/api/v1/speech/analyze', 'POST'],
    ['DELETE', '/api/v1/speech/analyze/some-id', 'GET, HEAD'],
    ['POST', '/api/v1/credits?x=1', 'GET, HEAD'],
    ['PATCH', '/api/v1/health', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/speech/runs', 'GET, HEAD'],
  ] as const) {
    const answer = await app.inject({ method, url });
    assert.equal(answer.statusCode, 405, url);
    assert.equal(answer.headers.allow, allow);
    assert.equal(answer.json().error.code, 'METHOD_NOT_ALLOWED');
  }
});

test('a wrong address or method is told before the body is judged, whatever the method', async (t) => {
  const { app } = await buildTestApp(t);
  const json = { 'content-type': 'application/json' };
  for (const [method, url, code, headers, payload] of [
    ['QUERY', '/api/v1/health', 'METHOD_NOT_ALLOWED', {}, undefined],
    ['QUERY', '/api/v1/jobs/some-id', 'METHOD_NOT_ALLOWED', json, '{'],
    ['PROPFIND', '/api/v1/credits', 'METHOD_NOT_ALLOWED', {}, undefined],
    ['PUT', '/api/v1/jobs', 'METHOD_NOT_ALLOWED', { 'content-type': 'text/csv' }, 'x'],
    ['QUERY', '/nothing', 'NOT_FOUND', {}, undefined],
    ['POST', '/nothing', 'NOT_FOUND', json, '{'],
  ] as const) {
    const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) });
    assert.equal(answer.json().error.code, code, `${method} ${url}`);
    assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('a body of another type is UNSUPPORTED_MEDIA_TYPE', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer();
  for (const type of [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'audio/mpeg',
    'nonsense',
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/speech/analyze',
      headers: { 'x-api-key': apiKey, 'content-type': type },
      payload: '{"language":"en"}',
    });
    assert.equal(answer.statusCode, 415, type);
    assert.equal(answer.json().error.code, 'UNSUPPORTED_MEDIA_TYPE');
  }
  assert.deepEqual(await blobFiles(), []);
});

test('JSON that cannot be read is MALFORMED_BODY, too much of it PAYLOAD_TOO_LARGE', async (t) => {
  const { app } = await buildTestApp(t);
  app.post('/test/json', { bodyLimit: 100 }, async ({ body }) => body);
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/test/json',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  assert.deepEqual((await post('{"a":1}')).json(), { a: 1 });
  for (const payload of ['{', '{"a":1', '{"__proto__":{"x":1}}', '']) {
    const answer = await post(payload);
    assert.equal(answer.statusCode, 400, payload);
    assert.equal(answer.json().error.code, 'MALFORMED_BODY');
    assert.equal(answer.json().error.requestId, undefined);
  }
  const large = await post(JSON.stringify('x'.repeat(100)));
  assert.equal(large.statusCode, 413);
  assert.equal(large.json().error.code, 'PAYLOAD_TOO_LARGE');
});

test('a bug is INTERNAL_ERROR: logged with its cause, never shown', async (t) => {
  const { app, customer, logs } = await buildTestApp(t, {
    replace: ({ credits }) => ({
      credits: { ...credits, balance: () => Promise.reject(new Error('secret: the disk is at /srv/data')) },
      runs: {
        list: () => {
          throw Object.assign(new TypeError('secret'), { statusCode: 200 });
        },
      },
    }),
  });
  const { apiKey } = await customer();
  for (const url of ['/api/v1/credits', '/api/v1/speech/runs']) {
    const answer = await get(app, url, apiKey);
    assert.equal(answer.statusCode, 500);
    const { error } = answer.json();
    assert.equal(error.code, 'INTERNAL_ERROR');
    assert.equal(error.requestId, answer.headers['x-request-id']);
    assert.doesNotMatch(answer.body, /secret|\bat \/|\.ts|stack|node_modules/);
  }
  assert.match(logs.join(''), /secret: the disk/);
});

test('a failure of the database while a key is checked is INTERNAL_ERROR, too', async (t) => {
  const { app } = await buildTestApp(t, {
    replace: () => ({ identity: { authenticate: () => Promise.reject(new Error('SQLITE_IOERR')) } }),
  });
  const answer = await get(app, '/api/v1/credits', 'any');
  assert.equal(answer.statusCode, 500);
  assert.doesNotMatch(answer.body, /SQLITE/);
  assert.equal(answer.json().error.requestId, undefined);
});

test('an error thrown below a route keeps its code, details and wait', async (t) => {
  const { app } = await buildTestApp(t);
  app.get('/test/throw', () => {
    throw new ApiError('INSUFFICIENT_CREDITS', 'No.', { details: { cost: 2, available: 1 } });
  });
  const answer = await app.inject('/test/throw');
  assert.equal(answer.statusCode, 402);
  assert.deepEqual(answer.json().error.details, {
    cost: 2,
    available: 1,
    doc_url: '/docs/errors#INSUFFICIENT_CREDITS',
  });
});

/** Sends raw bytes and collects what comes back until the server closes. */
async function speak(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  let heard = '';
  for await (const chunk of socket) heard += chunk;
  return heard;
}

test('what is not HTTP gets the envelope as well, and the server goes on', async (t) => {
  const { app } = await buildTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  for (const [bytes, status, code] of [
    ['NONSENSE\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    ['GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    ['GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    [
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'HEADERS_TOO_LARGE',
    ],
    [
      'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400 Bad Request',
      'MALFORMED_REQUEST',
    ],
  ] as const) {
    const [head = '', body = ''] = (await speak(port, bytes)).split('\r\n\r\n');
    assert.ok(head.startsWith(`HTTP/1.1 ${status}`), `${bytes.slice(0, 30)}: ${head}`);
    const { error } = JSON.parse(body);
    assert.equal(error.code, code);
    assert.equal(error.requestId, undefined);
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status, 200);
});

test('every code is explained where its doc_url leads, on a page that needs nothing else', async (t) => {
  const { app } = await buildTestApp(t);
  const refused = (await get(app, '/api/v1/credits')).json().error;
  const page = await get(app, new URL(refused.details.doc_url, 'http://a').pathname);
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  const codes = Object.keys(errorGuide);
  for (const code of codes) assert.equal(page.body.split(`<section id="${code}">`).length, 2, code);
  assert.equal(page.body.split('<section ').length - 1, new Set(codes).size);
  const { retry } = errorGuide.MISSING_API_KEY;
  assert.ok(page.body.includes(`<dd>${retryTexts[retry]}</dd>`));
  // The style is the one its policy allows; there is nothing to load and nothing to run.
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
  const digest = createHash('sha256').update(style).digest('base64');
  assert.ok(String(page.headers['content-security-policy']).includes(`style-src 'sha256-${digest}'`));
  assert.doesNotMatch(page.body, /<script|<link|<img|\bsrc=|https?:/);
});

test('flat bodies and the console have no doc_url', async (t) => {
  const cold = await buildTestApp(t, { warm: false });
  const flat = (await submit(cold.app, { apiKey: (await cold.customer()).apiKey })).json();
  assert.deepEqual(Object.keys(flat), ['requestId', 'error', 'message', 'retryAfterSeconds']);
  assert.equal((await get(cold.app, '/console/api/account')).json().error.details, undefined);
});

test('an address with a broken escape is MALFORMED_REQUEST', async (t) => {
  const { app } = await buildTestApp(t);
  const answer = await app.inject('/api/v1/speech/analyze/%E0%A4%A');
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().error.code, 'MALFORMED_REQUEST');
});

test('JSON nested without end is a refusal with a code, wherever JSON is taken', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
  const lists = `{"a":${deep('[', ']', 30_000)}}`;
  const metadata = await submit(app, { apiKey, fields: { metadata: lists } });
  assert.deepEqual([metadata.statusCode, metadata.json().error.code], [400, 'INVALID_METADATA']);
  for (const [fields, code] of [
    [{ tags: deep('[', ']', 30_000) }, 'INVALID_TAGS'],
    [{ cutSettings: lists }, 'INVALID_PARAMETERS'],
  ] as const) {
    assert.equal((await submit(app, { apiKey, fields })).json().error.code, code);
  }
  const match = await submitMatch((await conformingClients(app))(apiKey), {
    ...inlineJob,
    config: `{"requirements":${deep('[', ']', 120_000)}}`,
  });
  assert.deepEqual([match.status, match.body.error.code], [400, 'INVALID_INPUT']);
  const job = await app.inject({
    ...{ method: 'POST', url: '/api/v1/jobs' },
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    payload: `{"config":${deep('{"a":', '}', 70_000).replace('}', '1}')}}`,
  });
  assert.deepEqual([job.statusCode, job.json().error.code], [400, 'MALFORMED_BODY']);
});

for (const [title, error, retryAfter, said] of [
  ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), '60', /disk is full/],
  [
    'a full disk under SQLite',
    Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
    '60',
    /disk is full/,
  ],
  [
    'a program without room',
    new Error('x', { cause: new Error('out.pcm: No space left on device') }),
    '60',
    /disk/,
  ],
  ['a database that starts', Object.assign(new Error('starting'), { code: '57P03' }), '5', /database/],
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), '5', /database/],
  ['a lost connection', new Error('Connection terminated unexpectedly'), '5', /database/],
] as const) {
  test(`${title} is 503 with Retry-After and says what it is; the log has the cause`, async (t) => {
    const { app, customer, logs } = await buildTestApp(t, {
      replace: () => ({ credits: { balance: () => Promise.reject(error) } }),
    });
    const { apiKey } = await customer();
    const answer = await get(app, '/api/v1/credits', apiKey);
    assert.deepEqual(
      [answer.statusCode, answer.json().error.code, answer.headers['retry-after']],
      [503, 'SERVICE_UNAVAILABLE', retryAfter],
    );
    assert.match(answer.json().error.message, said);
    assert.ok(logs.some((line) => line.includes('an outage refused a request') && line.includes('"stack"')));
  });
}

test('while storage is unhealthy nothing is taken, and that is told before the recording is sent', async (t) => {
  let ok = false;
  const { app, customer, blobFiles, credits } = await buildTestApp(t, {
    replace: ({ blobs }) => ({
      blobs: {
        ...blobs,
        check: async () => ({ ok, detail: '26 MB free' }),
        put: (...about) => blobs.put(...about),
      },
    }),
  });
  const { apiKey, clientId } = await customer();
  for (const answer of [
    await submit(app, { apiKey, audio: Buffer.from('unread') }),
    await app.inject({
      ...{ method: 'POST', url: '/api/v1/cvdeepmatch/submit', payload: 'x' },
      headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=a' },
    }),
  ]) {
    assert.deepEqual(
      [answer.statusCode, answer.json().error.code, answer.headers['retry-after']],
      [503, 'SERVICE_UNAVAILABLE', '60'],
    );
  }
  assert.deepEqual(await blobFiles(), []);
  assert.equal((await credits.balance(clientId)).held, 0);
  ok = true;
  assert.equal((await submit(app, { apiKey })).statusCode, 202);
});

test('a NUL that PostgreSQL does not store is a fault of what was sent', async (t) => {
  const refusal = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), {
    code: '22021',
  });
  const { app, customer } = await buildTestApp(t, {
    replace: () => ({ credits: { balance: () => Promise.reject(refusal) } }),
  });
  const answer = await get(app, '/api/v1/credits', (await customer()).apiKey);
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().error.code, 'MALFORMED_BODY');
});

test('a client that leaves in the middle of its request is no outage', async (t) => {
  const { app, customer, logs } = await buildTestApp(t);
  const { apiKey } = await customer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const closed = new Promise<void>((resolve) => {
    app.server.on('checkContinue', (request: IncomingMessage) => request.once('close', () => resolve()));
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const length = 'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue';
  socket.write(`POST /api/v1/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${apiKey}\r\n${length}\r\n\r\n`);
  // From here on its body is waited for.
  await once(socket, 'data');
  socket.resetAndDestroy();
  await closed;
  await get(app, '/api/v1/credits', apiKey);
  assert.doesNotMatch(logs.join('\n'), /an outage refused a request|request failed/);
});
