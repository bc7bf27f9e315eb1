import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { hours, seconds } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { announce, deliverDue, webhooksOn } from '#test/support/webhooks.ts';
import { installation, url } from './webhooks-installation.ts';

dialectTest('everyone who needs the default secret first makes the same one', async ({ db, openAnother }) => {
  const { webhooks, clock } = await installation({ db });
  const elsewhere = webhooksOn({ db: await openAnother(), clock });
  const secrets = await Promise.all(
    [webhooks, elsewhere, webhooks, elsewhere].map((service) => service.defaultSecret()),
  );
  assert.equal(new Set(secrets.map(({ secret }) => secret)).size, 1);
  const rows = await db.selectFrom('webhook_secrets').selectAll().execute();
  assert.equal(rows.length, 1);
  assert.ok(
    !JSON.stringify(rows).includes(secrets[0]!.secret.slice('whsec_'.length)),
    'never stored as text',
  );
});

dialectTest('secrets rotate with an overlap in which both sign', async ({ db }) => {
  const { webhooks, clientId, clock, sender } = await installation({ db });
  /** Which of the given secrets sign a message now. */
  const signers = async (secrets: Record<string, string>) => {
    const { messageId } = await announce({ db }, webhooks, { clientId, url });
    await deliverDue(webhooks);
    const { headers, body } = sender.sent.at(-1)!;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signatures = headers['webhook-signature']!.split(' ');
    assert.equal(headers['X-CVDM-Signature']!.match(/v1=/g)!.length, signatures.length);
    const known = Object.entries(secrets).filter(([, secret]) =>
      signatures.includes(new Webhook(secret).sign(messageId, at, body)),
    );
    assert.equal(known.length, signatures.length, 'signed by nothing else');
    return known.map(([name]) => name);
  };
  const { secret: standard } = await webhooks.defaultSecret();
  assert.deepEqual(await webhooks.secrets(clientId), []);
  assert.deepEqual(await signers({ standard }), ['standard']);

  const { secret: first, info } = await webhooks.rotateSecret(clientId, 24);
  assert.deepEqual([info.lastFour, info.expiresAt], [first.slice(-4), null]);
  assert.deepEqual(await signers({ standard, first }), ['standard', 'first']);
  clock.advance(hours(24));
  assert.deepEqual(await signers({ standard, first }), ['first']);

  const { secret: second } = await webhooks.rotateSecret(clientId, 1);
  assert.deepEqual(
    (await webhooks.secrets(clientId)).map(({ lastFour }) => lastFour),
    [second.slice(-4), first.slice(-4)],
  );
  const { secret: third } = await webhooks.rotateSecret(clientId, 1);
  assert.deepEqual(await signers({ first, second, third }), ['second', 'third']);
  const { secret: fourth } = await webhooks.rotateSecret(clientId, 0);
  assert.deepEqual(await signers({ first, second, third, fourth }), ['fourth']);

  const { secret: newStandard } = await webhooks.rotateDefaultSecret(0);
  assert.deepEqual(await signers({ standard, newStandard, fourth }), ['fourth']);
  for (const overlap of [-1, 721, Number.NaN]) {
    await assert.rejects(webhooks.rotateSecret(clientId, overlap), { code: 'INVALID_INPUT' });
  }
  await assert.rejects(webhooks.rotateSecret('nobody', 1), { code: 'NOT_FOUND' });
  await assert.rejects(webhooks.secrets('nobody'), { code: 'NOT_FOUND' });
});

dialectTest('without the pepper nothing is sent, and a rotation helps', async ({ db }) => {
  const { webhooks, clientId, clock, sender } = await installation({ db });
  await webhooks.rotateSecret(clientId, 24);
  const moved = webhooksOn({ db, clock }, { sender, keyPepper: 'another pepper, also 32 characters' });
  const { messageId } = await announce({ db }, moved, { clientId, url });
  await deliverDue(moved);
  const { message, attempts } = await moved.show(messageId);
  assert.deepEqual([message.status, attempts[0]!.outcome, sender.sent.length], ['pending', 'unsigned', 0]);
  assert.match(attempts[0]!.error!, /KEY_PEPPER/);

  const { secret } = await moved.rotateSecret(clientId, 24);
  clock.advance(seconds(5));
  await deliverDue(moved);
  const { headers, body } = sender.sent[0]!;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  assert.equal(headers['webhook-signature'], new Webhook(secret).sign(messageId, at, body));
  assert.equal((await moved.show(messageId)).message.status, 'delivered');
});
