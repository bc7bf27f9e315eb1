import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type {
  DeliveryDetails,
  DeliveryList,
  DisabledAddresses,
  NewSecret,
  SecretsView,
  TestDelivery,
} from '#server/modules/console/webhooks/contract.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { startReceiver } from '#test/support/webhook-receiver.ts';
import { announce, deliverDue, loopbackSender } from '#test/support/webhooks.ts';

const server = await buildConsoleApp({ after }, { webhookSender: loopbackSender() });

async function client() {
  const { clientId } = await server.customer();
  return { clientId, admin: await server.as('admin', clientId), at: `/clients/${clientId}/webhooks` };
}

test('a secret is shown whole once and then by its last four characters', async () => {
  const { admin, at } = await client();
  assert.deepEqual((await admin.get(`${at}/secrets`)).json<SecretsView>().items, []);
  const first = (await admin.post(`${at}/secrets/rotate`, { overlapHours: 0 })).json<NewSecret>();
  assert.match(first.secret, /^whsec_.{44}$/);
  const second = (await admin.post(`${at}/secrets/rotate`, { overlapHours: 5 })).json<NewSecret>();
  const listed = await admin.get(`${at}/secrets`);
  const { items } = listed.json<SecretsView>();
  assert.deepEqual(
    items.map(({ lastFour }) => lastFour),
    [second.secret.slice(-4), first.secret.slice(-4)],
  );
  assert.notEqual(items[1]?.expiresAt, null, 'the old one signs on for the overlap');
  for (const { secret } of [first, second]) assert.ok(!listed.body.includes(secret));
  const refused = await admin.post(`${at}/secrets/rotate`, { overlapHours: -1 });
  assert.equal(refused.statusCode, 400);
});

test('no secret gets into the audit log', async () => {
  const { admin, at } = await client();
  const { secret } = (await admin.post(`${at}/secrets/rotate`, { overlapHours: 0 })).json<NewSecret>();
  const rows = await server.db.selectFrom('audit_log').selectAll().execute();
  assert.ok(rows.some((row) => row.action === 'webhook.secret.rotate'));
  assert.ok(!JSON.stringify(rows).includes(secret));
});

test('a delivery shows what was sent and every answer, and goes out again on demand', async (t) => {
  const { admin, at, clientId } = await client();
  let status = 500;
  const receiver = await startReceiver(t, {
    answer: (response) => {
      response.statusCode = status;
      response.end('the answer');
    },
  });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const { messageId } = await announce(server, server.webhooks, { clientId, url });
  await deliverDue(server.webhooks);
  const shown = async () => (await admin.get(`${at}/deliveries/${messageId}`)).json<DeliveryDetails>();
  const pending = await shown();
  assert.equal(pending.status, 'pending');
  assert.equal(pending.body, receiver.received[0]?.body);
  assert.equal(pending.signatureHeader, 'X-CVDM-Signature');
  assert.deepEqual(
    pending.log.map(({ statusCode, answerExcerpt }) => [statusCode, answerExcerpt]),
    [[500, 'the answer']],
  );
  status = 200;
  const resent = await admin.post(`${at}/deliveries/${messageId}/resend`);
  assert.equal(resent.statusCode, 200);
  await deliverDue(server.webhooks);
  assert.equal((await shown()).status, 'delivered');
  assert.equal((await shown()).log.length, 2);

  const listed = (query: string) => admin.get(`${at}/deliveries?${query}`);
  assert.equal((await listed('status=delivered')).json<DeliveryList>().items[0]?.id, messageId);
  assert.deepEqual((await listed('status=failed')).json<DeliveryList>().items, []);
});

test('a sample of every event is sent at once and shown with its answer', async (t) => {
  const { admin, at } = await client();
  const receiver = await startReceiver(t);
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  for (const event of ['cvdeepmatch.finished', 'interview.completed']) {
    const answer = await admin.post(`${at}/test`, { url, event });
    const { delivery, attempt } = answer.json<TestDelivery>();
    assert.equal(delivery.isTest, true);
    assert.equal(delivery.status, 'delivered');
    assert.equal(attempt.answerExcerpt, 'thank you');
  }
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).event),
    ['cvdeepmatch.finished', 'interview.completed'],
  );
  const refused = await admin.post(`${at}/test`, { url: 'ftp://example.com', event: 'cvdeepmatch.finished' });
  assert.deepEqual(Object.keys(refused.json().error.details.fields), ['url']);
});

test('an address that answered 410 is shown and can be allowed again', async (t) => {
  const { admin, at, clientId } = await client();
  const receiver = await startReceiver(t, {
    answer: (response) => {
      response.statusCode = 410;
      response.end();
    },
  });
  const url = `http://127.0.0.1:${receiver.port}/gone`;
  await announce(server, server.webhooks, { clientId, url });
  await deliverDue(server.webhooks);
  const { items } = (await admin.get(`${at}/disabled`)).json<DisabledAddresses>();
  assert.deepEqual(
    items.map((one) => one.url),
    [url],
  );
  const enabled = await admin.post(`${at}/enable`, { url });
  assert.deepEqual(enabled.json<DisabledAddresses>().items, []);
  assert.equal((await admin.post(`${at}/enable`, { url })).statusCode, 404);
});

test("another client's delivery is answered like an unknown one", async () => {
  const mine = await client();
  const theirs = await client();
  const { messageId } = await announce(server, server.webhooks, {
    clientId: theirs.clientId,
    url: 'https://example.com/hook',
  });
  const answerTo = async (id: string, method: 'get' | 'post', path: string) => {
    const answer = await mine.admin[method](`${mine.at}/deliveries/${id}${path}`);
    const { code, message } = answer.json().error;
    return { status: answer.statusCode, code, message: message.replaceAll(id, 'ID') };
  };
  assert.deepEqual(await answerTo(messageId, 'get', ''), await answerTo('msg_unknown', 'get', ''));
  assert.deepEqual(
    await answerTo(messageId, 'post', '/resend'),
    await answerTo('msg_unknown', 'post', '/resend'),
  );
});

test("the installation's default secret is the owners' alone, and every look at it is recorded", async () => {
  const { admin } = await client();
  assert.equal((await admin.get('/installation/webhook-secret')).json().error.code, 'ROLE_NOT_ALLOWED');
  const owner = await server.as('owner');
  const shown = (await owner.get('/installation/webhook-secret')).json<NewSecret>();
  assert.match(shown.secret, /^whsec_/);
  const looks = await server.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'webhook.default-secret.show')
    .execute();
  assert.deepEqual(looks, [{ actor_id: owner.userId }]);
  const rotated = await owner.post('/installation/webhook-secret/rotate', { overlapHours: 1 });
  assert.notEqual(rotated.json<NewSecret>().secret, shown.secret);
});
