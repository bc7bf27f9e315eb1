import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { servicesOf } from '#server/app/installation-services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { transaction } from '#server/db/transaction.ts';
import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startReceiver } from '#test/support/webhook-receiver.ts';
import { seededRandom } from '../../testkit/random.ts';
import { startServer } from '../../testkit/server-process.ts';

const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/main.ts');
const KILLS = 4;
const MESSAGES = 80;
const SEED = 20261121;

test(`${KILLS} kill -9 while webhooks are sent: every message arrives, signed, and is noted once`, async (t) => {
  const dataDir = await tempFolder(t);
  const config = {
    dataDir,
    databaseUrl: null,
    keyPepper: null,
    webhookAllowedNetworks: [{ clientId: null, network: '127.0.0.0/8' }],
  };
  const db = await openDatabase(config);
  t.after(() => db.destroy());
  const keyPepper = await loadKeyPepper(config);
  const { webhooks, identity } = servicesOf({ ...config, auditAnchors: null }, { db, keyPepper });
  const client = await identity.createClient({ name: 'Acme', credits: 1 });

  // Slow enough that some tries are always under way when a process dies.
  let underWay = 0;
  const receiver = await startReceiver(t, {
    answer: async (response) => {
      underWay++;
      await delay(100);
      underWay--;
      response.end();
    },
  });
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    LANE_THREADS: '1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  let server = await startServer({ mainPath, env });
  t.after(() => server.killGroup().catch(() => undefined));

  const announced = new Set<string>();
  const announceAll = async () => {
    for (let index = 0; index < MESSAGES; index++) {
      const { messageId } = await transaction(db, (trx) =>
        webhooks.enqueue(trx, {
          clientId: client.id,
          url: `http://127.0.0.1:${receiver.port}/`,
          event: 'cvdeepmatch.finished',
          subjectId: `run-${index}`,
          status: 'finished',
          data: { index },
        }),
      );
      announced.add(messageId);
      await delay(40);
    }
  };
  const announcing = announceAll();

  const random = seededRandom(SEED);
  let cutOff = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(async () => underWay > 0, server.log);
    await delay(random() * 50);
    cutOff += underWay;
    if (kill % 2 === 0) {
      await server.killGroup();
      server = await startServer({ mainPath, env });
    } else {
      const { worker } = await server.children();
      process.kill(worker!, 'SIGKILL');
    }
  }
  await announcing;
  await until(async () => {
    const { messages } = await webhooks.list({ status: 'pending', limit: 1, offset: 0 });
    return messages.length === 0;
  }, server.log);
  assert.equal(await server.stop(), 0);

  const { messages } = await webhooks.list({ limit: 1000, offset: 0 });
  assert.equal(messages.length, MESSAGES);
  assert.ok(messages.every(({ status }) => status === 'delivered'));
  for (const { id, attempts } of messages) {
    const log = (await webhooks.show(id)).attempts;
    assert.equal(log.length, attempts, 'a try cut off by a death is not counted');
    assert.equal(log.at(-1)!.outcome, 'delivered');
    assert.equal(log.filter(({ outcome }) => outcome === 'delivered').length, 1);
  }
  const { secret } = await webhooks.defaultSecret();
  for (const { headers, body } of receiver.received) {
    assert.ok(new Webhook(secret).verify(body, headers as Record<string, string>));
  }
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), announced);
  assert.ok(receiver.received.length > MESSAGES, 'some tries were cut off and made again');
  t.diagnostic(
    `${MESSAGES} messages, ${KILLS} kills, ${cutOff} tries under way when they fell, ${receiver.received.length} requests received`,
  );
});

async function until(holds: () => Promise<boolean>, log: () => string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 10) {
    if (await holds()) return;
    await delay(10);
  }
  assert.fail(log());
}
