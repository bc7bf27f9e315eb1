import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { limits } from '#server/config/limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { days, hours, minutes, seconds } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { announce, deliverDue, webhooksOn } from '#test/support/webhooks.ts';
import { installation, noSignal, type Sent, url } from './webhooks-installation.ts';

dialectTest('a message is kept with the result it announces, or not at all', async ({ db }) => {
  const { webhooks, clientId } = await installation({ db });
  const subjectId = randomUUID();
  const webhook = {
    clientId,
    url,
    event: 'cvdeepmatch.finished',
    subjectId,
    status: 'finished',
    data: {},
  } as const;
  await assert.rejects(
    transaction(db, async (trx) => {
      await webhooks.enqueue(trx, webhook);
      throw new Error('The result could not be stored.');
    }),
    /could not be stored/,
  );
  assert.equal(await webhooks.standing({ clientId, subjectId }), undefined);
  assert.equal(await deliverDue(webhooks), 0);
});

dialectTest('a result announced twice is one message', async ({ db, openAnother }) => {
  const { webhooks, clientId, clock, sender } = await installation({ db });
  const elsewhere = webhooksOn({ db: await openAnother(), clock });
  const subjectId = randomUUID();
  const again = { clientId, url, subjectId };
  const ids = await Promise.all([
    announce({ db }, webhooks, again),
    announce({ db }, elsewhere, again),
    announce({ db }, webhooks, { ...again, url: 'https://other.example.com/' }),
  ]);
  assert.equal(new Set(ids.map(({ messageId }) => messageId)).size, 1);
  await deliverDue(webhooks);
  assert.equal(sender.sent.length, 1);
});

dialectTest('a delivered message says what it was, signed, and stands in the log', async ({ db }) => {
  const { webhooks, clientId, sender } = await installation({ db }, [
    { statusCode: 202, answerExcerpt: 'ok' },
  ]);
  const subjectId = randomUUID();
  const { messageId } = await announce({ db }, webhooks, {
    clientId,
    url,
    subjectId,
    data: { id: 'not this', score: 71, text: 'a \u0000 and 📄' },
  });
  assert.equal(await deliverDue(webhooks), 1);
  const [{ headers, body, url: sentTo }] = sender.sent as [Sent];
  assert.equal(sentTo, url);
  assert.deepEqual(JSON.parse(body), {
    event: 'cvdeepmatch.finished',
    id: subjectId,
    status: 'finished',
    score: 71,
    text: 'a \u0000 and 📄',
  });
  assert.equal(headers['webhook-id'], messageId);
  const { secret } = await webhooks.defaultSecret();
  const [time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['X-CVDM-Signature']!)!.slice(1);
  assert.equal(time, headers['webhook-timestamp']);
  assert.ok(digest);
  // The test's clock is not today's; the library would call the time too old before it looks at the signature.
  assert.equal(
    new Webhook(secret).sign(messageId, new Date(Number(time) * 1000), body),
    headers['webhook-signature'],
  );

  const { message, attempts, body: keptBody } = await webhooks.show(messageId);
  assert.equal(keptBody, body);
  assert.deepEqual([message.status, message.attempts, message.nextAttemptAt], ['delivered', 1, null]);
  assert.ok(message.endedAt);
  assert.deepEqual(attempts, [
    {
      number: 1,
      startedAt: '2026-03-01T09:00:00.000Z',
      durationMs: 12,
      outcome: 'delivered',
      statusCode: 202,
      remoteAddress: '93.184.216.34',
      error: null,
      answerExcerpt: 'ok',
    },
  ]);
  assert.equal(await deliverDue(webhooks), 0);
});

dialectTest(
  'ten tries follow the schedule, each with a new time and the same id and body',
  async ({ db }) => {
    const { webhooks, clientId, clock, sender } = await installation({ db }, [500]);
    const { messageId } = await announce({ db }, webhooks, { clientId, url });
    const startedAt = clock.now();
    const triedAfterMs: number[] = [];
    for (;;) {
      assert.equal(await deliverDue(webhooks), 1);
      triedAfterMs.push(clock.now() - startedAt);
      assert.equal(await deliverDue(webhooks), 0, 'not before its time');
      const { message } = await webhooks.show(messageId);
      if (message.status !== 'pending') break;
      clock.advance(Date.parse(message.nextAttemptAt!) - clock.now() - 1);
      assert.equal(await deliverDue(webhooks), 0, 'not a millisecond before its time');
      clock.advance(1);
    }
    assert.deepEqual(triedAfterMs, [0, ...limits.webhooks.retryAfterMs]);
    const { message, attempts } = await webhooks.show(messageId);
    assert.deepEqual([message.status, message.attempts], ['failed', 10]);
    assert.deepEqual(
      attempts.map(({ number, outcome, statusCode }) => [number, outcome, statusCode]),
      Array.from({ length: 10 }, (_, index) => [index + 1, 'status', 500]),
    );
    assert.equal(new Set(sender.sent.map(({ body }) => body)).size, 1);
    assert.equal(new Set(sender.sent.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(sender.sent.map(({ headers }) => headers['webhook-signature'])).size, 10);
  },
);

dialectTest('tries missed while the power was off are not used up in a burst', async ({ db }) => {
  const { webhooks, clientId, clock } = await installation({ db }, [500]);
  const { messageId } = await announce({ db }, webhooks, { clientId, url });
  await deliverDue(webhooks);
  clock.advance(hours(20));
  assert.equal(await deliverDue(webhooks), 1);
  assert.equal(await deliverDue(webhooks), 0);
  const { message } = await webhooks.show(messageId);
  assert.equal(Date.parse(message.nextAttemptAt!) - clock.now(), minutes(5) - seconds(5));
});

dialectTest(
  '410 ends everything to that address of that client, until a person asks again',
  async ({ db }) => {
    const { webhooks, clientId, identity, clock } = await installation({ db }, [500, 500, 410, 200]);
    const { id: otherId } = await identity.createClient({ name: 'Other', credits: 1 });
    const first = await announce({ db }, webhooks, { clientId, url });
    const second = await announce({ db }, webhooks, { clientId, url });
    const statusOf = async (messageId: string) => (await webhooks.show(messageId)).message.status;
    await deliverDue(webhooks);
    clock.advance(seconds(5));
    const leased = await webhooks.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] });
    await webhooks.outbox.deliver(leased!, noSignal());
    const later = await announce({ db }, webhooks, { clientId, url });
    const elsewhere = await announce({ db }, webhooks, { clientId, url: `${url}/2` });
    const others = await announce({ db }, webhooks, { clientId: otherId, url });
    assert.deepEqual(
      await Promise.all(
        [first, second, later, elsewhere, others].map(({ messageId }) => statusOf(messageId)),
      ),
      ['disabled', 'disabled', 'disabled', 'pending', 'pending'],
    );
    assert.deepEqual(
      (await webhooks.disabledUrls()).map((row) => [row.clientId, row.url]),
      [[clientId, url]],
    );
    assert.equal(await deliverDue(webhooks), 2);

    await webhooks.resend(first.messageId);
    assert.deepEqual(await webhooks.disabledUrls(clientId), []);
    assert.equal(await deliverDue(webhooks), 1);
    assert.equal(await statusOf(first.messageId), 'delivered');
    const afterwards = await announce({ db }, webhooks, { clientId, url });
    assert.equal(await statusOf(afterwards.messageId), 'pending');
    assert.equal(await webhooks.enableUrl({ clientId, url }), false);
  },
);

dialectTest('a resend keeps id, body and log, and has a whole schedule before it', async ({ db }) => {
  const { webhooks, clientId, clock, sender } = await installation({ db }, [
    ...Array(10).fill(500),
    503,
    200,
  ]);
  const { messageId } = await announce({ db }, webhooks, { clientId, url });
  for (const gap of [0, ...limits.webhooks.retryAfterMs.map((at, i, all) => at - (all[i - 1] ?? 0))]) {
    clock.advance(gap);
    await deliverDue(webhooks);
  }
  assert.equal((await webhooks.show(messageId)).message.status, 'failed');
  const again = await webhooks.resend(messageId);
  assert.deepEqual([again.status, again.attempts, again.endedAt], ['pending', 10, null]);
  await deliverDue(webhooks);
  clock.advance(seconds(5));
  await deliverDue(webhooks);
  const { message, attempts } = await webhooks.show(messageId);
  assert.deepEqual([message.status, message.attempts], ['delivered', 12]);
  assert.deepEqual(
    attempts.map(({ number }) => number),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  assert.equal(new Set(sender.sent.map(({ headers }) => headers['webhook-id'])).size, 1);
  await assert.rejects(webhooks.resend('msg_unknown'), { code: 'NOT_FOUND' });
});

dialectTest(
  'of many processes one tries a message, and a lease outlives no process for long',
  async (context) => {
    const { webhooks, clientId, clock } = await installation(context, [200]);
    const others = [webhooksOn({ db: await context.openAnother(), clock }), webhooks];
    const ids = new Set<string>();
    for (let index = 0; index < 20; index++) {
      ids.add((await announce(context, webhooks, { clientId, url })).messageId);
    }
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        others[index % 2]!.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] }),
      ),
    );
    const claimed = claims.filter((claim) => claim !== undefined);
    // On PostgreSQL a claim may pass over a row that another is choosing, and finds it the next time.
    for (;;) {
      const more = await webhooks.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] });
      if (!more) break;
      claimed.push(more);
    }
    assert.deepEqual(new Set(claimed.map(({ id }) => id)), ids);
    assert.equal(claimed.length, 20);

    await assert.rejects(webhooks.resend(claimed[0]!.id), { code: 'INVALID_INPUT' });
    await webhooks.outbox.release(claimed[0]!);
    const taken = await webhooks.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] });
    assert.equal(taken!.id, claimed[0]!.id);

    // Everybody who held one is gone.
    clock.advance(limits.webhooks.leaseMs + 1);
    const second = await webhooks.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] });
    assert.ok(second);
    const before = claimed.find(({ id }) => id === second.id)!;
    assert.equal(await webhooks.outbox.deliver(before, noSignal()), undefined, 'a lost lease stores nothing');
    assert.equal((await webhooks.show(second.id)).attempts.length, 0);
    assert.equal((await webhooks.outbox.deliver(second, noSignal()))?.status, 'delivered');
  },
);

dialectTest('receivers and clients that have enough under way are passed over', async ({ db }) => {
  const { webhooks, clientId, identity } = await installation({ db });
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 1 });
  for (const [client, host] of [
    [clientId, 'slow.example.com'],
    [clientId, 'quick.example.com'],
    [otherId, 'slow.example.com'],
  ] as const) {
    await announce({ db }, webhooks, { clientId: client, url: `https://${host}/x` });
  }
  const slow = `${clientId}@slow.example.com`;
  const claim = async (fullReceivers: string[], fullClients: string[]) =>
    (await webhooks.outbox.claim({ owner: '', fullReceivers, fullClients }))?.receiver;
  assert.equal(
    await claim([slow], [clientId]),
    `${otherId}@slow.example.com`,
    "another client's host is its own",
  );
  assert.equal(await claim([slow], []), `${clientId}@quick.example.com`);
  assert.equal(await claim([slow], []), undefined);
  assert.equal(await claim([], []), slow);
});

dialectTest('lists are newest first and keep clients apart', async ({ db }) => {
  const { webhooks, clientId, identity } = await installation({ db }, [200]);
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 1 });
  const subjectId = randomUUID();
  const ids: string[] = [];
  for (const client of [clientId, otherId, clientId, clientId]) {
    ids.push((await announce({ db }, webhooks, { clientId: client, url })).messageId);
  }
  await deliverDue(webhooks);
  ids.push((await announce({ db }, webhooks, { clientId, url, subjectId })).messageId);
  const list = async (filter: Partial<Parameters<typeof webhooks.list>[0]>) => {
    const { messages, hasMore } = await webhooks.list({ limit: 10, offset: 0, ...filter });
    return [messages.map(({ id }) => ids.indexOf(id)), hasMore];
  };
  assert.deepEqual(await list({}), [[4, 3, 2, 1, 0], false]);
  assert.deepEqual(await list({ clientId }), [[4, 3, 2, 0], false]);
  assert.deepEqual(await list({ clientId, limit: 2 }), [[4, 3], true]);
  assert.deepEqual(await list({ clientId, limit: 2, offset: 2 }), [[2, 0], false]);
  assert.deepEqual(await list({ status: 'pending' }), [[4], false]);
  assert.deepEqual(await list({ subjectId }), [[4], false]);
  assert.equal((await webhooks.standing({ clientId, subjectId }))!.id, ids[4]);
  assert.equal(await webhooks.standing({ clientId: otherId, subjectId }), undefined);
});

dialectTest('a sample is sent at once, once, and kept in the log', async ({ db }) => {
  const { webhooks, clientId, sender, clock } = await installation({ db }, [500, 410, 200]);
  const request = { clientId, url, event: 'interview.completed' } as const;
  const { message, attempt } = await webhooks.sendTest(request);
  assert.deepEqual([message.status, message.test, attempt.statusCode], ['failed', true, 500]);
  const body = JSON.parse(sender.sent[0]!.body);
  assert.deepEqual([body.event, body.status, body.test], ['interview.completed', 'completed', true]);
  assert.ok(sender.sent[0]!.headers['X-Interview-Signature']);
  clock.advance(days(2));
  assert.equal(await deliverDue(webhooks), 0, 'never tried again');

  assert.equal((await webhooks.sendTest(request)).message.status, 'disabled');
  assert.deepEqual(await webhooks.disabledUrls(), [], 'a refused sample ends nothing else');
  assert.equal((await webhooks.sendTest(request)).message.status, 'delivered');
  assert.equal((await webhooks.list({ clientId, limit: 10, offset: 0 })).messages.length, 3);
  await assert.rejects(webhooks.sendTest({ ...request, url: 'https://10.0.0.1/' }), {
    code: 'INVALID_INPUT',
  });
  await assert.rejects(webhooks.sendTest({ ...request, clientId: 'nobody' }), { code: 'NOT_FOUND' });
  assert.equal(sender.sent.length, 3);
});

dialectTest('messages that ended are kept for their time, those under way for ever', async ({ db }) => {
  const { webhooks, clientId, clock } = await installation({ db }, [200, 500]);
  const delivered = await announce({ db }, webhooks, { clientId, url });
  await deliverDue(webhooks);
  const pending = await announce({ db }, webhooks, { clientId, url });
  await deliverDue(webhooks);
  clock.advance(limits.webhooks.keptMs);
  assert.equal(await webhooks.outbox.sweep(), 0);
  clock.advance(1);
  assert.equal(await webhooks.outbox.sweep(), 1);
  await assert.rejects(webhooks.show(delivered.messageId), { code: 'NOT_FOUND' });
  assert.equal((await webhooks.show(pending.messageId)).attempts.length, 1);
});
