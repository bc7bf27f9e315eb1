import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days } from '#server/time.ts';
import { buildTestApp, fakeAudio, get, submit } from '#test/support/build-test-app.ts';

const credits = '/api/v1/credits';

test('a request without a key gets MISSING_API_KEY, and no requestId in the envelope', async (t) => {
  const { app } = await buildTestApp(t);
  const answer = await get(app, credits);
  assert.equal(answer.statusCode, 401);
  const { error } = answer.json();
  assert.deepEqual(Object.keys(error).sort(), ['code', 'details', 'message', 'timestamp']);
  assert.equal(error.code, 'MISSING_API_KEY');
  assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  assert.equal(answer.headers.ratelimit, undefined);
});

test('a key in the address is never read', async (t) => {
  const { app, customer, logs } = await buildTestApp(t);
  const { apiKey } = await customer();
  for (const name of ['api_key', 'apiKey', 'key', 'X-API-Key', 'access_token']) {
    const answer = await get(app, `${credits}?${name}=${apiKey}`);
    assert.equal(answer.json().error.code, 'MISSING_API_KEY', name);
  }
  assert.ok(logs.length > 0);
  assert.ok(!logs.join('').includes(apiKey), 'the log shows the key');
});

test('X-API-Key and Authorization: Bearer both carry the key; X-API-Key wins', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  const bearer = { authorization: `Bearer ${apiKey}` };
  assert.equal((await get(app, credits, apiKey)).statusCode, 200);
  assert.equal((await get(app, credits, undefined, bearer)).statusCode, 200);
  assert.equal((await get(app, credits, undefined, { authorization: `bearer  ${apiKey} ` })).statusCode, 200);
  assert.equal((await get(app, credits, '', bearer)).statusCode, 200, 'an empty header is no header');
  assert.equal((await get(app, credits, 'assay_api_wrong', bearer)).json().error.code, 'INVALID_API_KEY');
  const basic = await get(app, credits, undefined, { authorization: `Basic ${apiKey}` });
  assert.equal(basic.json().error.code, 'MISSING_API_KEY');
});

test('every reason against a key has its code', async (t) => {
  const { app, customer, identity, clock } = await buildTestApp(t);
  const code = async (apiKey: string) => {
    const answer = await get(app, credits, apiKey);
    return `${answer.statusCode} ${answer.json().error?.code}`;
  };
  const revoked = await customer();
  await identity.revokeKey(revoked.keyId);
  assert.equal(await code(revoked.apiKey), '401 INVALID_API_KEY');
  assert.equal(await code(`${revoked.apiKey}x`), '401 INVALID_API_KEY');
  assert.equal(await code('nonsense'), '401 INVALID_API_KEY');

  const inactive = await customer();
  await identity.setClientActive(inactive.clientId, false);
  assert.equal(await code(inactive.apiKey), '401 CLIENT_INACTIVE');

  const elsewhere = await customer({ key: { allowedIps: ['10.0.0.0/8', '2001:db8::/32'] } });
  assert.equal(await code(elsewhere.apiKey), '403 IP_NOT_ALLOWED');

  const shortLived = await customer({ key: { expiresInDays: 1 } });
  assert.equal((await get(app, credits, shortLived.apiKey)).statusCode, 200);
  clock.advance(days(1) + 1);
  assert.equal(await code(shortLived.apiKey), '401 API_KEY_EXPIRED');
});

test('X-Forwarded-For counts only when it comes from a trusted proxy', async (t) => {
  const forwarded = { 'x-forwarded-for': '10.1.2.3' };
  for (const [trustProxy, status] of [
    [[], 403],
    [['192.0.2.0/24'], 403],
    [['127.0.0.1'], 200],
  ] as const) {
    const { app, customer } = await buildTestApp(t, { trustProxy: [...trustProxy] });
    const { apiKey } = await customer({ key: { allowedIps: ['10.0.0.0/8'] } });
    assert.equal((await get(app, credits, apiKey, forwarded)).statusCode, status, `trusts "${trustProxy}"`);
  }
});

test('a module needs the permission of both the client and the key', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const without = [
    await customer({ key: { permissions: ['interview'] } }),
    await customer({ client: { permissions: ['interview'] } }),
  ];
  for (const { apiKey } of without) {
    for (const answer of [
      await get(app, '/api/v1/speech/runs', apiKey),
      await get(app, '/api/v1/speech/analyze/x', apiKey),
      await submit(app, { apiKey }),
    ]) {
      assert.equal(answer.statusCode, 403);
      assert.equal(answer.json().error.code, 'MISSING_PERMISSION');
      assert.equal(answer.json().error.requestId, undefined);
      assert.ok(answer.headers.ratelimit, 'authenticated answers say where the key stands');
    }
    assert.equal((await get(app, credits, apiKey)).statusCode, 200, 'credits belong to no module');
  }
});

test('the rate limit is the key’s own, per minute, and says so on every authenticated answer', async (t) => {
  const { app, customer, clock } = await buildTestApp(t);
  const { apiKey, clientId } = await customer({ key: { rateLimitPerMinute: 3 } });
  const states: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const { headers, statusCode } = await get(app, credits, apiKey);
    assert.equal(statusCode, 200);
    assert.equal(headers['ratelimit-policy'], '"per-key";q=3;w=60');
    states.push(headers.ratelimit);
    clock.advance(10_000);
  }
  assert.deepEqual(states, ['"per-key";r=2;t=60', '"per-key";r=1;t=50', '"per-key";r=0;t=40']);

  const refused = await get(app, credits, apiKey);
  assert.equal(refused.statusCode, 429);
  const { error, retryAfterSeconds } = refused.json();
  assert.equal(error.code, 'RATE_LIMIT_EXCEEDED');
  assert.equal(error.requestId, undefined);
  assert.deepEqual(
    [refused.headers['retry-after'], error.retryAfterSeconds, retryAfterSeconds],
    ['30', 30, 30],
  );
  assert.equal(refused.headers.ratelimit, '"per-key";r=0;t=30');

  const { app: _, ...other } = { app, ...(await customer()) };
  assert.equal((await get(app, credits, other.apiKey)).statusCode, 200, 'another key is not concerned');
  assert.notEqual(other.clientId, clientId);
  clock.advance(30_000);
  assert.equal((await get(app, credits, apiKey)).statusCode, 200, 'a new minute has begun');
});

test('calls without the permission count against the rate like any others', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer({ key: { permissions: ['cvdeepmatch'], rateLimitPerMinute: 3 } });
  const runs = await get(app, '/api/v1/speech/runs', apiKey);
  assert.equal(runs.json().error.code, 'MISSING_PERMISSION');
  assert.equal(runs.headers.ratelimit, '"per-key";r=2;t=60');
  await get(app, '/api/v1/speech/runs', apiKey);
  assert.equal((await get(app, '/api/v1/credits', apiKey)).statusCode, 200);
  assert.equal((await get(app, '/api/v1/credits', apiKey)).json().error.code, 'RATE_LIMIT_EXCEEDED');
});

test('checks come in the order auth, permission, rate limit, fields, credits, file', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const wrong = { fields: { language: 'xx', tags: 'no' }, audio: fakeAudio(1000) };
  const code = async (options: Parameters<typeof submit>[1]) =>
    (await submit(app, options)).json().error.code;

  assert.equal(await code(wrong), 'MISSING_API_KEY');
  const forbidden = await customer({ key: { permissions: ['interview'], rateLimitPerMinute: 1 } });
  assert.equal(await code({ ...wrong, apiKey: forbidden.apiKey }), 'MISSING_PERMISSION');
  assert.equal(await code({ ...wrong, apiKey: forbidden.apiKey }), 'MISSING_PERMISSION');
  const { apiKey } = await customer({ credits: 0, key: { rateLimitPerMinute: 4 } });
  assert.equal(await code({ ...wrong, apiKey }), 'INVALID_LANGUAGE_CODE');
  assert.equal(await code({ ...wrong, apiKey, fields: { tags: 'no' } }), 'INVALID_TAGS');
  assert.equal(await code({ ...wrong, apiKey, fields: {} }), 'INSUFFICIENT_CREDITS');
  assert.equal(await code({ apiKey }), 'INSUFFICIENT_CREDITS');
  assert.equal(await code({ ...wrong, apiKey }), 'RATE_LIMIT_EXCEEDED');
  const paying = await customer();
  assert.equal(await code({ ...wrong, apiKey: paying.apiKey, fields: {} }), 'AUDIO_TOO_SHORT');
});
