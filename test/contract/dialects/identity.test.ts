import assert from 'node:assert/strict';
import { hashApiKey } from '#server/modules/identity/api-key.ts';
import { hasPermission } from '#server/modules/identity/types.ts';
import { days, hours, isoTime, minutes, seconds } from '#server/time.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const from = (apiKey: string | undefined, ipAddress = '203.0.113.9') => ({ apiKey, ipAddress });

dialectTest(
  'a key authenticates as its client, and the secret is nowhere in the database',
  async ({ db }) => {
    const { identity } = createDataLayer(db);
    const client = await identity.createClient({ name: 'Acme', credits: 10 });
    const { key, apiKey } = await identity.createKey({ clientId: client.id });
    assert.match(apiKey, /^assay_api_[0-9A-Za-z]{49}$/);
    const caller = await identity.authenticate(from(apiKey));
    assert.deepEqual(caller.client, client);
    assert.equal(caller.key.id, key.id);
    assert.equal(key.masked, `assay_api_…${apiKey.slice(-4)}`);
    const stored = JSON.stringify(await db.selectFrom('api_keys').selectAll().execute());
    assert.ok(!stored.includes(apiKey.slice(10, -4)));
  },
);

for (const [title, apiKey, code] of [
  ['no key', undefined, 'MISSING_API_KEY'],
  ['an empty key', '', 'MISSING_API_KEY'],
  ['something that is no key', 'secret', 'INVALID_API_KEY'],
  [
    'a key that was never made',
    'assay_api_0000000000000000000000000000000000000000000000000',
    'INVALID_API_KEY',
  ],
  ['an unknown key of an older form', 'old_api_0123456789abcdef', 'INVALID_API_KEY'],
  ['a very long text', `assay_api_${'x'.repeat(100_000)}`, 'INVALID_API_KEY'],
] as const) {
  dialectTest(`${title} is refused with ${code}`, async ({ db }) => {
    await assert.rejects(createDataLayer(db).identity.authenticate(from(apiKey)), { code });
  });
}

dialectTest('a key with an older prefix authenticates once it is stored', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const { key } = await identity.createKey({ clientId: client.id });
  const older = 'talent_speech_api_Zz0123456789abcdefXY';
  await db
    .updateTable('api_keys')
    .set({ key_hash: hashApiKey(older, 'a pepper for tests, 32 characters') })
    .where('id', '=', key.id)
    .execute();
  assert.equal((await identity.authenticate(from(older))).key.id, key.id);
});

dialectTest(
  'a key expires when told to, 90 days unless told, and works again once extended',
  async ({ db }) => {
    const { identity, clock } = createDataLayer(db);
    const client = await identity.createClient({ name: 'Acme', credits: 0 });
    const { key, apiKey } = await identity.createKey({ clientId: client.id });
    assert.equal(key.expiresAt, isoTime(clock.now() + days(90)));
    clock.advance(days(90) - 1);
    await identity.authenticate(from(apiKey));
    clock.advance(1);
    await assert.rejects(identity.authenticate(from(apiKey)), { code: 'API_KEY_EXPIRED' });

    clock.advance(days(30));
    const extended = await identity.extendKey(key.id, 30);
    assert.equal(extended.expiresAt, isoTime(clock.now() + days(30)));
    await identity.authenticate(from(apiKey));
    // Extending a living key adds to what it has left.
    assert.equal((await identity.extendKey(key.id, 10)).expiresAt, isoTime(clock.now() + days(40)));

    assert.equal((await identity.extendKey(key.id, null)).expiresAt, null);
    clock.advance(days(4000));
    await identity.authenticate(from(apiKey));
    await assert.rejects(identity.extendKey(key.id, 30), { code: 'INVALID_INPUT' });
  },
);

dialectTest('a revoked key stays invalid', async ({ db }) => {
  const { identity, clock } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const { key, apiKey } = await identity.createKey({ clientId: client.id, expiresInDays: null });
  const { revokedAt } = await identity.revokeKey(key.id);
  assert.equal(revokedAt, isoTime(clock.now()));
  await assert.rejects(identity.authenticate(from(apiKey)), { code: 'INVALID_API_KEY' });
  clock.advance(seconds(1));
  assert.equal((await identity.revokeKey(key.id)).revokedAt, revokedAt, 'revoking again changes nothing');
  await assert.rejects(identity.extendKey(key.id, 30), { code: 'INVALID_INPUT' });
  await assert.rejects(identity.rotateKey(key.id, 1), { code: 'INVALID_INPUT' });
});

dialectTest("a disabled client's keys are refused until it is enabled", async ({ db }) => {
  const { identity } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const { apiKey } = await identity.createKey({ clientId: client.id });
  assert.equal((await identity.setClientActive(client.id, false)).active, false);
  await assert.rejects(identity.authenticate(from(apiKey)), { code: 'CLIENT_INACTIVE' });
  await identity.setClientActive(client.id, true);
  await identity.authenticate(from(apiKey));
});

dialectTest('a key with an allow-list works from those addresses only', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const { key, apiKey } = await identity.createKey({
    clientId: client.id,
    allowedIps: ['203.0.113.77', '10.1.2.3/8', '10.9.9.9/8', '2001:db8::/32'],
  });
  assert.deepEqual(key.allowedIps, ['203.0.113.77/32', '10.0.0.0/8', '2001:db8::/32']);
  for (const address of ['203.0.113.77', '::ffff:203.0.113.77', '10.255.0.1', '2001:db8:1::5']) {
    await identity.authenticate(from(apiKey, address));
  }
  for (const address of ['203.0.113.78', '11.0.0.1', '2001:db9::1', '::1', 'unknown', '']) {
    await assert.rejects(identity.authenticate(from(apiKey, address)), { code: 'IP_NOT_ALLOWED' });
  }
  await assert.rejects(identity.createKey({ clientId: client.id, allowedIps: ['10.0.0.0/33'] }), {
    code: 'INVALID_INPUT',
    message: /10\.0\.0\.0\/33.*from 0 to 32/,
  });
});

dialectTest('a module is open only when both the client and the key have it', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const client = await identity.createClient({
    name: 'Acme',
    credits: 0,
    permissions: ['cvdeepmatch', 'speech', 'speech'],
  });
  assert.deepEqual(client.permissions, ['speech', 'cvdeepmatch']);
  const { apiKey } = await identity.createKey({ clientId: client.id, permissions: ['speech', 'interview'] });
  const caller = await identity.authenticate(from(apiKey));
  assert.equal(hasPermission(caller, 'speech'), true);
  assert.equal(hasPermission(caller, 'interview'), false, 'the client lacks it');
  assert.equal(hasPermission(caller, 'cvdeepmatch'), false, 'the key lacks it');
  await identity.updateClient(client.id, { permissions: ['interview'], maxConcurrentRuns: 3 });
  const later = await identity.authenticate(from(apiKey));
  assert.equal(hasPermission(later, 'speech'), false);
  assert.equal(hasPermission(later, 'interview'), true);
  assert.equal(later.client.maxConcurrentRuns, 3);
});

dialectTest('the last use of a key is noted, once a minute at most', async ({ db }) => {
  const { identity, clock } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const { apiKey } = await identity.createKey({ clientId: client.id });
  const lastUsed = async () => (await identity.listKeys(client.id))[0]!.lastUsedAt;
  assert.equal(await lastUsed(), null);
  await identity.authenticate(from(apiKey));
  const first = isoTime(clock.now());
  assert.equal(await lastUsed(), first);
  clock.advance(seconds(59));
  await identity.authenticate(from(apiKey));
  assert.equal(await lastUsed(), first);
  clock.advance(seconds(1));
  await identity.authenticate(from(apiKey));
  assert.equal(await lastUsed(), isoTime(clock.now()));
});

dialectTest('a rotated key gives way to one like it after the overlap', async ({ db }) => {
  const { identity, clock } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 0 });
  const project = await identity.createProject({ clientId: client.id, name: 'Graduates' });
  const old = await identity.createKey({
    clientId: client.id,
    projectId: project.id,
    name: 'production',
    permissions: ['speech'],
    allowedIps: ['203.0.113.0/24'],
    rateLimitPerMinute: 7,
    expiresInDays: 30,
  });
  clock.advance(days(10));
  const successor = await identity.rotateKey(old.key.id, 2);
  assert.notEqual(successor.apiKey, old.apiKey);
  assert.deepEqual(
    { ...successor.key, id: '', masked: '', createdAt: '', expiresAt: '' },
    { ...old.key, id: '', masked: '', createdAt: '', expiresAt: '' },
  );
  assert.equal(successor.key.expiresAt, isoTime(clock.now() + days(30)));
  clock.advance(hours(2) - minutes(1));
  await identity.authenticate(from(old.apiKey));
  clock.advance(minutes(1));
  await assert.rejects(identity.authenticate(from(old.apiKey)), { code: 'API_KEY_EXPIRED' });
  await identity.authenticate(from(successor.apiKey));

  const third = await identity.rotateKey(successor.key.id, 0);
  await assert.rejects(identity.authenticate(from(successor.apiKey)), { code: 'INVALID_API_KEY' });
  await identity.authenticate(from(third.apiKey));
});

dialectTest('a key can have a project of its own client only', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const [ours, theirs] = [
    await identity.createClient({ name: 'ours', credits: 0 }),
    await identity.createClient({ name: 'theirs', credits: 0 }),
  ];
  const project = await identity.createProject({ clientId: theirs.id, name: 'secret' });
  await assert.rejects(identity.createKey({ clientId: ours.id, projectId: project.id }), {
    code: 'NOT_FOUND',
  });
  await identity.createKey({ clientId: theirs.id, projectId: project.id });
  assert.deepEqual(await identity.listProjects(ours.id), []);
  assert.deepEqual(await identity.listProjects(), [project]);
  assert.equal((await identity.listKeys(ours.id)).length, 0);
});

dialectTest('what cannot be is refused before anything is stored', async ({ db }) => {
  const { identity } = createDataLayer(db);
  const client = await identity.createClient({ name: 'Acme', credits: 3 });
  const refusals: (() => Promise<unknown>)[] = [
    () => identity.createClient({ name: ' ', credits: 0 }),
    () => identity.createClient({ name: 'nul\0', credits: 0 }),
    () => identity.createClient({ name: 'a', credits: -1 }),
    () => identity.createClient({ name: 'a', credits: 1.5 }),
    () => identity.createClient({ name: 'a', credits: 3_000_000_000 }),
    () => identity.createClient({ name: 'a', credits: 0, maxConcurrentRuns: 0 }),
    () => identity.createClient({ name: 'a', credits: 0, permissions: [] }),
    () => identity.createClient({ name: 'a', credits: 0, permissions: ['everything' as 'speech'] }),
    () => identity.createKey({ clientId: client.id, expiresInDays: 0 }),
    () => identity.createKey({ clientId: client.id, expiresInDays: 366 }),
    () => identity.createKey({ clientId: client.id, rateLimitPerMinute: 0 }),
    () => identity.createKey({ clientId: client.id, allowedIps: ['example.com'] }),
    () => identity.rotateKey('none', -1),
    () => identity.rotateKey('none', Number.NaN),
  ].map((attempt) => async () => attempt());
  for (const attempt of refusals) await assert.rejects(attempt, { code: 'INVALID_INPUT' });
  for (const attempt of [
    () => identity.createKey({ clientId: 'nobody' }),
    () => identity.createProject({ clientId: 'nobody', name: 'a' }),
    () => identity.setClientActive('nobody', true),
    () => identity.updateClient('nobody', { maxConcurrentRuns: 2 }),
    () => identity.revokeKey('none'),
    () => identity.extendKey('none', 3),
    () => identity.rotateKey('none', 3),
    () => identity.listKeys('nobody'),
  ]) {
    await assert.rejects(attempt, { code: 'NOT_FOUND' });
  }
  assert.deepEqual(
    (await identity.listClients()).map(({ name, creditBalance }) => [name, creditBalance]),
    [['Acme', 3]],
  );
  assert.deepEqual(await identity.listKeys(), []);
});
