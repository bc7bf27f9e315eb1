import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { processIdentity, thisHost } from '#server/dispatch/host.ts';
import { createWebhookDeliveries } from '#server/dispatch/webhook-deliveries.ts';
import { createLogger } from '#server/logging.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { startDns } from '#test/support/dns-server.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startReceiver } from '#test/support/webhook-receiver.ts';
import { announce, loopbackSender, webhooksOn } from '#test/support/webhooks.ts';

async function setUp(
  t: TestContext,
  options: {
    dns?: string;
    timeoutMs?: number;
    deliveries?: Partial<Parameters<typeof createWebhookDeliveries>[0]>;
    outbox?: Partial<ReturnType<typeof webhooksOn>['outbox']>;
  } = {},
) {
  const db = await openDatabase({ dataDir: await tempFolder(t), databaseUrl: null });
  const layer = createDataLayer(db, createMovingClock());
  const { dns, timeoutMs } = options;
  const sender = loopbackSender({ ...(dns && { dns }), ...(timeoutMs && { timeoutMs }) });
  const webhooks = webhooksOn(layer, { sender });
  const logs: { msg: string }[] = [];
  const deliveries = createWebhookDeliveries({
    outbox: { ...webhooks.outbox, ...options.outbox },
    logger: createLogger({ level: 'debug', name: 'test', write: (line) => logs.push(JSON.parse(line)) }),
    idlePollMs: 10,
    finishWithinMs: 50,
    ...options.deliveries,
  });
  t.after(async () => {
    await deliveries.stop();
    await db.destroy();
  });
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 1 });
  const statuses = async () => (await webhooks.list({ limit: 1000, offset: 0 })).messages;
  return { ...layer, webhooks, deliveries, clientId, statuses, logs };
}

/** A server that does to every connection what it is told, and nothing else. */
async function startRaw(t: TestContext, behave: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

async function until(holds: () => unknown, what: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 10) {
    if (await holds()) return;
    await delay(10);
  }
  assert.fail(`It never came to this: ${what}`);
}

test('receivers that hang, reset or answer 5xx hold up no other receiver', async (t) => {
  const quick = await startReceiver(t);
  const hanging = await startRaw(t, () => undefined);
  const resetting = await startRaw(t, (socket) => socket.resetAndDestroy());
  const ailing = await startReceiver(t, { answer: (response) => response.writeHead(503).end() });
  const dns = await startDns(t, {
    ...Object.fromEntries(
      ['hangs', 'resets', 'ails', 'quick'].map((host) => [`${host}.example`, [['127.0.0.1']]]),
    ),
    'nameless.example': 'silent',
  });
  // The real time limit: whatever hangs, hangs for longer than this test lasts.
  const { db, webhooks, deliveries, clientId, identity, statuses } = await setUp(t, { dns: dns.address });
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 1 });
  const bad = [
    `http://hangs.example:${hanging.port}/`,
    `http://resets.example:${resetting.port}/`,
    `http://ails.example:${ailing.port}/`,
    'https://nameless.example/',
  ];
  for (let index = 0; index < 40; index++) {
    await announce({ db }, webhooks, { clientId, url: bad[index % bad.length]! });
  }
  for (let index = 0; index < 30; index++) {
    const client = index % 2 ? clientId : otherId;
    await announce({ db }, webhooks, { clientId: client, url: `http://quick.example:${quick.port}/` });
  }
  deliveries.start();
  await until(() => quick.received.length === 30, 'every message to the quick receiver arrived');

  await until(
    async () => (await statuses()).filter(({ status }) => status === 'delivered').length === 30,
    'and was noted',
  );
  const about = async (host: string) => (await statuses()).filter(({ url }) => url.includes(host));
  assert.ok(
    (await about('hangs')).every(({ attempts }) => attempts === 0),
    'none of those that hang has ended',
  );
  assert.equal(hanging.sockets.size, limits.webhooks.atOnce.perReceiver, 'only a few wait at one host');
  await until(
    async () =>
      [...(await about('resets')), ...(await about('ails'))].every(({ attempts }) => attempts === 1),
    'each failing one was tried once',
  );
  assert.equal(new Set(quick.received.map(({ headers }) => headers['webhook-id'])).size, 30);
});

test('one client cannot take all the room, however many hosts it names', async (t) => {
  const hanging = await startRaw(t, () => undefined);
  const quick = await startReceiver(t);
  const hosts = Array.from({ length: 12 }, (_, index) => `h${index}.example`);
  const dns = await startDns(
    t,
    Object.fromEntries([...hosts, 'quick.example'].map((host) => [host, [['127.0.0.1']]])),
  );
  const { db, webhooks, deliveries, clientId, identity } = await setUp(t, {
    dns: dns.address,
    deliveries: { atOnce: { total: 8, perClient: 6, perReceiver: 2 } },
  });
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 1 });
  for (const host of [...hosts, ...hosts]) {
    await announce({ db }, webhooks, { clientId, url: `http://${host}:${hanging.port}/` });
  }
  for (let index = 0; index < 10; index++) {
    await announce({ db }, webhooks, { clientId: otherId, url: `http://quick.example:${quick.port}/` });
  }
  deliveries.start();
  await until(() => quick.received.length === 10, 'the other client is served');
  assert.equal(hanging.sockets.size, 6);
});

test('an orderly end gives back untried what is under way, and it is sent the next time', async (t) => {
  let answering = false;
  const receiver = await startReceiver(t, { answer: (response) => answering && response.end() });
  const { db, webhooks, deliveries, clientId, statuses, logs } = await setUp(t);
  await announce({ db }, webhooks, { clientId, url: `http://127.0.0.1:${receiver.port}/` });
  deliveries.start();
  await until(() => receiver.received.length === 1, 'it is under way');
  await deliveries.stop();
  assert.deepEqual(
    (await statuses()).map(({ status, attempts }) => [status, attempts]),
    [['pending', 0]],
  );
  assert.deepEqual(await webhooks.outbox.leases(), []);

  answering = true;
  const next = createWebhookDeliveries({
    outbox: webhooks.outbox,
    logger: createLogger({ level: 'silent', name: 'test' }),
    idlePollMs: 10,
  });
  next.start();
  await until(async () => (await statuses())[0]!.status === 'delivered', 'delivered');
  await next.stop();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(
    [ids.length, new Set(ids).size],
    [2, 1],
    'the receiver can tell that it is the same message',
  );
  assert.ok(!logs.some(({ msg }) => /could not/.test(msg)));
});

test('what a dead process held is taken over at once, what a living one holds is left alone', async (t) => {
  const receiver = await startReceiver(t);
  const { db, webhooks, deliveries, clientId, statuses } = await setUp(t);
  const url = `http://127.0.0.1:${receiver.port}/`;
  const claimAs = (owner: string) => webhooks.outbox.claim({ owner, fullReceivers: [], fullClients: [] });
  await announce({ db }, webhooks, { clientId, url });
  const [boot] = processIdentity(process.pid)!.split('/');
  const dead = await claimAs(`${thisHost()}|${boot}/${process.pid}/1|`);
  for (const owner of [`${thisHost()}|${processIdentity(process.pid)}|`, `elsewhere|${boot}/1/1|`]) {
    await announce({ db }, webhooks, { clientId, url });
    await claimAs(owner);
  }
  deliveries.start();
  await until(async () => (await webhooks.show(dead!.id)).message.status === 'delivered', 'taken over');
  assert.deepEqual(
    (await statuses()).map(({ status }) => status),
    ['pending', 'pending', 'delivered'],
  );
});

test('what cannot be stored is not sent in a loop', async (t) => {
  const receiver = await startReceiver(t);
  let tries = 0;
  const { db, webhooks, deliveries, clientId, logs } = await setUp(t, {
    outbox: {
      deliver: async () => {
        tries++;
        throw new Error('The disk is full.');
      },
    },
  });
  await announce({ db }, webhooks, { clientId, url: `http://127.0.0.1:${receiver.port}/` });
  deliveries.start();
  await until(() => tries > 0, 'it was tried');
  await delay(200);
  assert.equal(tries, 1);
  assert.equal((await webhooks.outbox.leases()).length, 1);
  assert.ok(logs.some(({ msg }) => msg === 'could not try a webhook'));
});

test('logs say what happened and never where a secret path may be', async (t) => {
  const receiver = await startReceiver(t);
  const { db, webhooks, deliveries, clientId, logs } = await setUp(t);
  await announce({ db }, webhooks, {
    clientId,
    url: `http://127.0.0.1:${receiver.port}/token-3141?key=xyz-2718`,
  });
  deliveries.start();
  await until(() => logs.some(({ msg }) => msg === 'webhook delivered'), 'delivered');
  const { secret } = await webhooks.defaultSecret();
  for (const forbidden of ['token-3141', 'xyz-2718', secret]) {
    assert.ok(!JSON.stringify(logs).includes(forbidden));
  }
});
