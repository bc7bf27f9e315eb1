import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuditAnswer } from '#server/modules/console/audit/contract.ts';
import type {
  AllowListAnswer,
  KeyMade,
  KeyRow,
  KeysAnswer,
  NewKey,
} from '#server/modules/console/keys/contract.ts';
import { days, hours } from '#server/time.ts';
import { get, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const server = await buildConsoleApp({ after });
const useOf = async (apiKey: string) => {
  const answer = await get(server.app, '/api/v1/credits', apiKey);
  return answer.statusCode === 200 ? 200 : answer.json().error.code;
};

async function client(options: Parameters<typeof server.customer>[0] = {}) {
  const { clientId } = await server.customer(options);
  const admin = await server.as('admin', clientId);
  const at = `/clients/${clientId}/keys`;
  const create = async (given: Partial<NewKey> = {}) => {
    const answer = await admin.post(at, {
      name: 'Careers site',
      projectId: null,
      expiresInDays: 90,
      allowedIps: [],
      rateLimitPerMinute: 500,
      ...given,
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<KeyMade>();
  };
  const find = async (keyId: string) =>
    (await admin.get(at)).json<KeysAnswer>().items.find(({ id }) => id === keyId) as KeyRow;
  return { clientId, admin, at, create, find };
}

test('a key made in the console works at once, and is never shown again', async () => {
  const { admin, at, create } = await client();
  const { key, apiKey } = await create();
  assert.equal(await useOf(apiKey), 200);
  const listed = await admin.get(at);
  assert.ok(!listed.body.includes(apiKey));
  assert.ok(listed.json<KeysAnswer>().items.some(({ masked }) => masked === key.masked));
  assert.equal(key.state, 'valid');
  const log = JSON.stringify(await server.db.selectFrom('audit_log').selectAll().execute());
  assert.ok(log.includes(key.id) && !log.includes(apiKey), 'the log knows which key, not the key');
});

test('when a key was last used is listed', async () => {
  const { create, find } = await client();
  const { key, apiKey } = await create();
  assert.equal((await find(key.id)).lastUsedAt, null);
  await useOf(apiKey);
  assert.equal((await find(key.id)).lastUsedAt, new Date(server.clock.now()).toISOString());
});

test('a revoked key is refused, and cannot be extended, rotated or changed any more', async () => {
  const { admin, at, create } = await client();
  const { key, apiKey } = await create();
  const revoked = await admin.post(`${at}/${key.id}/revoke`);
  assert.equal(revoked.json<KeyRow>().state, 'revoked');
  assert.equal(await useOf(apiKey), 'INVALID_API_KEY');
  for (const [path, body] of [
    ['extend', { days: 30 }],
    ['rotate', { overlapHours: 0 }],
  ] as const) {
    assert.equal((await admin.post(`${at}/${key.id}/${path}`, body)).statusCode, 400, path);
  }
  assert.equal((await admin.patch(`${at}/${key.id}`, { name: 'Again' })).statusCode, 400);
});

test('an expired key works again once it is extended, and stays the same', async () => {
  const { clientId, at, create } = await client();
  const { key, apiKey } = await create({ expiresInDays: 30 });
  // Sessions end sooner than keys.
  const later = async (pastDays: number) => {
    server.clock.advance(days(pastDays));
    const visitor = await server.as('admin', clientId);
    const { items } = (await visitor.get(at)).json<KeysAnswer>();
    return { visitor, state: items.find(({ id }) => id === key.id)?.state };
  };
  assert.equal((await later(15)).state, 'valid');
  assert.equal((await later(2)).state, 'expiring');
  const { visitor, state } = await later(14);
  assert.equal(state, 'expired');
  assert.equal(await useOf(apiKey), 'API_KEY_EXPIRED');
  const extended = (await visitor.post(`${at}/${key.id}/extend`, { days: 90 })).json<KeyRow>();
  assert.equal(extended.masked, key.masked);
  assert.equal(await useOf(apiKey), 200);
  const forever = (await visitor.post(`${at}/${key.id}/extend`, { days: null })).json<KeyRow>();
  assert.equal(forever.expiresAt, null);
});

test('both keys work while a rotation overlaps, then the new one alone', async () => {
  const { admin, at, create } = await client();
  const { key, apiKey } = await create();
  const { apiKey: successor, key: made } = (
    await admin.post(`${at}/${key.id}/rotate`, { overlapHours: 2 })
  ).json<KeyMade>();
  assert.notEqual(successor, apiKey);
  assert.equal(made.name, key.name);
  assert.deepEqual([await useOf(apiKey), await useOf(successor)], [200, 200]);
  server.clock.advance(hours(2));
  assert.deepEqual([await useOf(apiKey), await useOf(successor)], ['API_KEY_EXPIRED', 200]);
});

test('an allow-list is judged entry by entry before it is used, and then holds', async () => {
  const { admin, at, create } = await client();
  const check = async (allowedIps: string[]) =>
    (await admin.post(`${at}/check`, { allowedIps })).json<AllowListAnswer>();
  const judged = await check(['10.0.0.5/8', '300.1.1.1', '2001:db8::/32']);
  assert.deepEqual(judged.entries[0], { given: '10.0.0.5/8', cidr: '10.0.0.0/8' });
  assert.ok('fault' in judged.entries[1]!);
  assert.equal(judged.includesYou, false);
  assert.equal((await check(['127.0.0.1'])).includesYou, true);
  assert.equal(
    (await check(['nonsense'])).includesYou,
    false,
    'a list without a readable entry lets no caller in',
  );
  assert.equal((await check([])).includesYou, true);

  const { key, apiKey } = await create({ allowedIps: ['10.0.0.5/8'] });
  assert.deepEqual(key.allowedIps, ['10.0.0.0/8']);
  assert.equal(await useOf(apiKey), 'IP_NOT_ALLOWED');
  await admin.patch(`${at}/${key.id}`, { allowedIps: [] });
  assert.equal(await useOf(apiKey), 200);
});

test('a key may what its client may, also what the client is allowed later', async () => {
  const { clientId, create, find } = await client({ client: { permissions: ['speech'] } });
  const { key } = await create();
  assert.deepEqual(key.permissions, ['speech']);
  await server.identity.updateClient(clientId, { permissions: ['speech', 'cvdeepmatch'] });
  assert.deepEqual((await find(key.id)).permissions, ['speech', 'cvdeepmatch']);
});

for (const [field, given] of [
  ['name', { name: ' ' }],
  ['expiresInDays', { expiresInDays: 366 }],
  ['expiresInDays', { expiresInDays: 0 }],
  ['rateLimitPerMinute', { rateLimitPerMinute: 0 }],
  ['allowedIps', { allowedIps: ['10.0.0.0/8', '300.1.1.1'] }],
] as const) {
  test(`a key with a bad ${field} (${JSON.stringify(given)}) is refused beside that field`, async () => {
    const { admin, at } = await client();
    const answer = await admin.post(at, {
      name: 'Key',
      projectId: null,
      expiresInDays: null,
      allowedIps: [],
      rateLimitPerMinute: 5,
      ...given,
    });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(Object.keys(answer.json().error.details.fields), [field]);
  });
}

test('a client’s own people cannot lift the rate or the end that an owner gave a key', async () => {
  const { clientId, admin, at } = await client();
  const early = await server.as('owner');
  const settings = { name: 'Key', projectId: null, expiresInDays: 7, allowedIps: [], rateLimitPerMinute: 5 };
  const { key } = (await early.post(at, settings)).json<KeyMade>();
  const raised = await admin.patch(`${at}/${key.id}`, { rateLimitPerMinute: 6000 });
  assert.equal(raised.statusCode, 400);
  assert.match(raised.json().error.details.fields.rateLimitPerMinute, /only an owner can lift it/);
  for (const days of [30, null]) {
    assert.equal((await admin.post(`${at}/${key.id}/extend`, { days })).statusCode, 400);
  }
  server.clock.advance(days(3));
  const [later, owner] = [await server.as('admin', clientId), await server.as('owner')];
  const rotated = (await later.post(`${at}/${key.id}/rotate`, { overlapHours: 0 })).json<KeyMade>().key;
  assert.equal(rotated.expiresAt, key.expiresAt, 'a rotation does not put the end off');
  assert.equal((await later.patch(`${at}/${rotated.id}`, { rateLimitPerMinute: 9 })).statusCode, 400);
  // Less is theirs to choose, and an owner may do all of it.
  assert.equal((await later.patch(`${at}/${rotated.id}`, { rateLimitPerMinute: 2 })).statusCode, 200);
  assert.equal((await owner.patch(`${at}/${rotated.id}`, { rateLimitPerMinute: 9 })).statusCode, 200);
  assert.equal((await owner.post(`${at}/${rotated.id}/extend`, { days: 30 })).statusCode, 200);
});

test('an owner can say how long the keys of a client may live at most', async () => {
  const { clientId, admin, at, create } = await client();
  await (await server.as('owner')).patch(`/clients/${clientId}`, { maxKeyDays: 30 });
  const settings = { name: 'Key', projectId: null, allowedIps: [], rateLimitPerMinute: 500 };
  for (const expiresInDays of [31, null]) {
    const refused = await admin.post(at, { ...settings, expiresInDays });
    assert.match(refused.json().error.details.fields.expiresInDays, /30 days at most from today/);
  }
  const { key } = await create({ expiresInDays: 30 });
  assert.equal((await admin.post(`${at}/${key.id}/extend`, { days: 1 })).statusCode, 400);
  server.clock.advance(days(10));
  const [later, owner] = [await server.as('admin', clientId), await server.as('owner')];
  assert.equal((await later.post(`${at}/${key.id}/extend`, { days: 10 })).statusCode, 200);
  const endless = (await owner.post(at, { ...settings, expiresInDays: null })).json<KeyMade>().key;
  const rotated = (await later.post(`${at}/${endless.id}/rotate`, { overlapHours: 0 })).json<KeyMade>().key;
  assert.equal(Date.parse(rotated.expiresAt!), server.clock.now() + days(30));
});

test("a project that is archived, or another client's, gets no keys", async () => {
  const { admin, at, clientId } = await client();
  const other = await client();
  const project = (await admin.post(`/clients/${clientId}/projects`, { name: 'Nurses' })).json();
  const foreign = (await other.admin.post(`/clients/${other.clientId}/projects`, { name: 'Nurses' })).json();
  await admin.patch(`/clients/${clientId}/projects/${project.id}`, { archived: true });
  const key = { name: 'Key', expiresInDays: null, allowedIps: [], rateLimitPerMinute: 5 };
  const refused = await admin.post(at, { ...key, projectId: project.id });
  assert.equal(refused.statusCode, 400);
  assert.ok(refused.json().error.details.fields.projectId);
  assert.equal((await admin.post(at, { ...key, projectId: foreign.id })).statusCode, 404);
});

test('the audit list calls what an entry is about by its name of today', async () => {
  const { admin, at, clientId } = await client();
  const project = (await admin.post(`/clients/${clientId}/projects`, { name: 'Nurses' })).json();
  const key = { name: 'Careers site', projectId: null, expiresInDays: null, allowedIps: [] };
  const made = (await admin.post(at, { ...key, rateLimitPerMinute: 5 })).json();
  await admin.patch(`/clients/${clientId}/projects/${project.id}`, { name: 'Nurses Leeds' });
  const { items } = (await admin.get(`/clients/${clientId}/audit`)).json<AuditAnswer>();
  const names = new Map(items.map(({ target, targetName }) => [target, targetName]));
  assert.equal(names.get(`key:${made.key.id}`), 'Careers site');
  assert.equal(names.get(`project:${project.id}`), 'Nurses Leeds');
  // A name is not part of what the chain holds.
  const stored = await server.db.selectFrom('audit_log').select('target').execute();
  assert.ok(stored.every(({ target }) => !target?.includes('Nurses')));
});

test('each key shows how much it submitted in the last days, and nothing of another client’s', async () => {
  const { clientId, admin, at, create } = await client();
  const [busy, idle] = [await create({ name: 'Busy' }), await create({ name: 'Idle' })];
  const theirs = await (await client()).create();
  for (const { apiKey } of [busy, busy, theirs]) {
    assert.equal((await submit(server.app, { apiKey })).statusCode, 202);
  }
  const { items, submitted } = (await admin.get(at)).json<KeysAnswer>();
  assert.ok(items.some(({ id }) => id === idle.key.id));
  assert.deepEqual(submitted, { [busy.key.id]: 2 });
  server.clock.advance(days(31));
  const later = await server.as('admin', clientId);
  assert.deepEqual((await later.get(at)).json<KeysAnswer>().submitted, {});
});
