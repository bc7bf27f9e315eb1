import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hours } from '#server/time.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';

test('nothing a client sends becomes a header of the answer, but for an id of the right form', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  const evil = 'x\r\nSet-Cookie: a=b';
  const answers = [
    await submit(app, {
      apiKey,
      fields: { externalId: evil, tags: JSON.stringify([evil]) },
      fileName: 'a.wav',
    }),
    await get(app, `/api/v1/speech/analyze/${encodeURIComponent(evil)}`, apiKey),
    await get(app, '/api/v1/credits', apiKey, { 'x-request-id': 'mine', 'idempotency-key': 'mine' }),
    await app.inject({ method: 'POST', url: `/api/v1/credits?${encodeURIComponent(evil)}` }),
  ];
  for (const { headers } of answers) {
    assert.equal(headers['set-cookie'], undefined);
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('an X-Request-Id of a form that does no harm is taken over, any other is replaced by our own', async (t) => {
  const { app, logs } = await buildTestApp(t);
  for (const [title, given, isTaken] of [
    ['of nginx', 'f9ed4675f1c53513c61a3b3b4e25b4c0', true],
    ['of Envoy', '0192f3a9-66a0-7c31-b1de-8f2a90c4d7e5', true],
    ['as long as may be', 'a'.repeat(128), true],
    ['with a name in front', 'edge-7.eu_1-000042', true],
    ['too long', 'a'.repeat(129), false],
    ['too short to tell two apart', 'a1b2c3d', false],
    ['empty', '', false],
    ['with a space', 'abcdefgh ijkl', false],
    ['with a tab', 'abcdefgh\tlevel=60', false],
    ['of markup', '<script>alert(1)</script>', false],
    ['with quotes', 'abcdefgh"},{"a":"', false],
    ['in another alphabet', 'идентификатор', false],
    ['that begins like an option', '--abcdefgh', false],
    ['twice', 'abcdefgh1, abcdefgh2', false],
  ] as const) {
    const { headers } = await get(app, '/api/v1/nothing', undefined, { 'x-request-id': given });
    const id = String(headers['x-request-id']);
    assert.equal(id === given, isTaken, title);
    assert.match(id, isTaken ? /./ : /^[0-9a-f-]{36}$/, title);
    assert.ok(
      logs.some((line) => JSON.parse(line).reqId === id),
      `the log has the one ${title}`,
    );
  }
});

test('a health check and a scrape that are answered well are no line of the log at its usual level', async (t) => {
  const { app, logs, clock } = await buildTestApp(t, { metricsToken: 'a token for Prometheus' });
  const levelOf = async (url: string, authorization = 'Bearer a token for Prometheus') => {
    logs.length = 0;
    const { statusCode } = await app.inject({ url, headers: { authorization } });
    const [line] = logs.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'request served');
    return [statusCode, line.level];
  };
  const [debug, info] = [20, 30];
  assert.deepEqual(await levelOf('/metrics'), [200, debug]);
  assert.deepEqual(await levelOf('/api/v1/health'), [200, debug]);
  // By then its worker has been silent for too long.
  clock.advance(hours(1));
  assert.deepEqual(await levelOf('/api/v1/health'), [503, info]);
  assert.deepEqual(await levelOf('/metrics', 'Bearer another'), [401, info]);
  assert.deepEqual(await levelOf('/api/v1/openapi.json'), [200, info]);
});
