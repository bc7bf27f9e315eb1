import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { addAccessRecord } from '#server/http/plugins/access-record.ts';
import { get, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp } from '#test/support/console-app.ts';
import { succeeded } from '#test/support/data-layer.ts';

/** Entries about access come a moment after the answer. */
async function entriesOf({ db }: ConsoleApp, wanted: number) {
  for (let tries = 0; ; tries++) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'action', 'client_id', 'target', 'details', 'ip_address'])
      .where((row) => row.or([row('action', 'like', '%.read'), row('action', '=', 'access.refused')]))
      .orderBy('sequence')
      .execute();
    if (rows.length >= wanted || tries === 100) {
      return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as object }));
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}

test('a person who reads what a candidate said is in the audit log, once an hour', async (t) => {
  const console = await buildConsoleApp(t);
  const { app, clock } = console;
  const { clientId, keyId, apiKey } = await console.customer();
  const { id } = (await submit(app, { apiKey })).json() as { id: string };
  const viewer = await console.as('viewer', clientId);
  // The recording has no transcript yet.
  await get(app, `/api/v1/speech/analyze/${id}`, apiKey);
  assert.deepEqual(await entriesOf(console, 0), []);
  await console.finish(id, succeeded());
  for (let times = 0; times < 3; times++) {
    assert.equal((await get(app, `/api/v1/speech/analyze/${id}`, apiKey)).statusCode, 200);
    assert.equal((await viewer.get(`/clients/${clientId}/runs/${id}`)).statusCode, 200);
  }
  const same = { client_id: clientId, target: `run:${id}`, action: 'run.read', details: {} };
  const byKey = { ...same, actor_kind: 'key', actor_id: keyId, ip_address: '127.0.0.1' };
  const byPerson = { ...same, actor_kind: 'user', actor_id: viewer.userId, ip_address: '127.0.0.1' };
  assert.deepEqual(await entriesOf(console, 2), [byKey, byPerson]);
  clock.advance(61 * 60_000);
  await get(app, `/api/v1/speech/analyze/${id}`, apiKey);
  assert.deepEqual(await entriesOf(console, 3), [byKey, byPerson, byKey]);
});

test('refusals are in the audit log with who, from where and why; equal ones are counted', async (t) => {
  const console = await buildConsoleApp(t);
  const { app, logs } = console;
  const { clientId, keyId, apiKey } = await console.customer({ client: { permissions: ['speech'] } });
  const viewer = await console.as('viewer', clientId);
  for (let times = 0; times < 5; times++) await get(app, '/api/v1/jobs', apiKey);
  await get(app, '/api/v1/credits');
  await console.identity.revokeKey(keyId);
  await get(app, '/api/v1/credits', apiKey);
  await viewer.post(`/clients/${clientId}/keys`, { name: 'Mine' });
  await console.anonymous.get('/account');
  const expected = [
    ['key', keyId, clientId, 'MISSING_PERMISSION'],
    ['key', 'unknown', null, 'MISSING_API_KEY'],
    ['key', keyId, clientId, 'INVALID_API_KEY'],
    ['user', viewer.userId, null, 'ROLE_NOT_ALLOWED'],
    ['user', 'anonymous', null, 'NOT_SIGNED_IN'],
  ];
  const shown = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
    entries.map(({ actor_kind, actor_id, client_id, details }) => {
      const { code } = details as { code: string };
      return [actor_kind, actor_id, client_id, code];
    });
  assert.deepEqual(shown(await entriesOf(console, 5)), expected);
  await app.close();
  const entries = await entriesOf(console, 6);
  assert.equal(entries.length, 6);
  assert.deepEqual(entries[5]!.details, {
    code: 'MISSING_PERMISSION',
    method: 'GET',
    route: '/api/v1/jobs',
    followed: 4,
  });
  const lines = logs
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ status }) => status === 401 || status === 403)
    .map(({ address, code, keyId: key }) => [address, code, key]);
  assert.deepEqual(lines.slice(4, 7), [
    ['127.0.0.1', 'MISSING_PERMISSION', keyId],
    ['127.0.0.1', 'MISSING_API_KEY', undefined],
    ['127.0.0.1', 'INVALID_API_KEY', keyId],
  ]);
});

test('attempts at what another client has are told to the owners alone, with what was asked for', async (t) => {
  const console = await buildConsoleApp(t);
  const { app } = console;
  const acme = await console.customer();
  const globex = await console.customer();
  const { id } = (await submit(app, { apiKey: acme.apiKey })).json() as { id: string };
  const admin = await console.as('admin', globex.clientId);
  await get(app, `/api/v1/speech/analyze/${id}`, globex.apiKey);
  await get(app, '/api/v1/speech/analyze/nobody-has-this', globex.apiKey);
  await admin.get(`/clients/${globex.clientId}/runs/${id}`);
  await admin.get(`/clients/${acme.clientId}/keys`);
  await admin.post(`/clients/${globex.clientId}/keys/${acme.keyId}/revoke`);
  const entries = await entriesOf(console, 4);
  assert.deepEqual(
    entries.map(({ actor_id, target, client_id }) => [actor_id, target, client_id]),
    [
      [globex.keyId, `run:${id}`, null],
      [admin.userId, `run:${id}`, null],
      [admin.userId, `client:${acme.clientId}`, null],
      [admin.userId, `key:${acme.keyId}`, null],
    ],
  );
  const own = (await admin.get(`/clients/${globex.clientId}/audit`)).json() as { items: object[] };
  assert.ok(!JSON.stringify(own.items).includes(id));
});

test('no flood of refusals fills the audit log', async (t) => {
  const console = await buildConsoleApp(t, { trustProxy: ['127.0.0.1'] });
  for (let index = 0; index < 700; index++) {
    const from = `198.18.${index >> 8}.${index & 255}`;
    await console.app.inject({ url: '/api/v1/credits', headers: { 'x-forwarded-for': from } });
  }
  await console.app.close();
  const entries = await entriesOf(console, 601);
  assert.equal(entries.length, 601);
  assert.deepEqual(entries[600]!.details, { others: 100 });
});

test('a client that hangs up before the answer leaves an address behind', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  addAccessRecord(app, {
    accessRecorder: { read: async () => {}, refused: async () => {}, stop: async () => {} },
    findOwned: async () => [],
  });
  const address = new Promise<string>((found) => {
    app.get('/slow', async (request) => {
      const closed = once(request.raw.socket, 'close');
      socket.destroy();
      await closed;
      found(request.ip);
    });
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: assay\r\n\r\n');
  assert.equal(await address, '127.0.0.1');
});
