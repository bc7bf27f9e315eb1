import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { generateSecret, signedHeaders } from '#server/modules/webhooks/sign.ts';

const body = '{"event":"cvdeepmatch.finished","id":"r1","status":"finished","summary":"Zoë 📄 \\u0000"}';

const sign = (
  secrets: string[],
  event: Parameters<typeof signedHeaders>[0]['event'] = 'cvdeepmatch.finished',
) => signedHeaders({ messageId: 'msg_1', event, body, sentAtMs: Date.now(), secrets });

/** A receiver in ten lines, as the README shows it; knows nothing of our code. */
function isGenuine(header: string, rawBody: string, secret: string, nowSeconds = Date.now() / 1000): boolean {
  const parts = header.split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest();
  const isRecent = Math.abs(nowSeconds - Number(timestamp)) < 300;
  return (
    isRecent &&
    parts.some(([name, hex]) => {
      const given = Buffer.from(hex ?? '', 'hex');
      return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    })
  );
}

test('a secret is long, random, base64 and has the known prefix', () => {
  const secrets = Array.from({ length: 50 }, generateSecret);
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{44}$/);
  assert.equal(new Set(secrets).size, 50);
});

test('the reference library of Standard Webhooks accepts what we sign, and nothing that was changed', () => {
  const [secret, other] = [generateSecret(), generateSecret()];
  const headers = sign([secret]);
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  for (const [what, text, given, key] of [
    ['another body', `${body} `, headers, secret],
    ['another secret', body, headers, other],
    ['another id', body, { ...headers, 'webhook-id': 'msg_2' }, secret],
    [
      'another time',
      body,
      { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
      secret,
    ],
  ] as const) {
    assert.throws(() => new Webhook(key).verify(text, given), what);
  }
  const old = signedHeaders({
    messageId: 'msg_1',
    event: 'cvdeepmatch.finished',
    body,
    sentAtMs: Date.now() - 6 * 60_000,
    secrets: [secret],
  });
  assert.throws(() => new Webhook(secret).verify(body, old), /too old/);
});

for (const [event, name] of [
  ['cvdeepmatch.finished', 'X-CVDM-Signature'],
  ['cvdeepmatch.failed', 'X-CVDM-Signature'],
  ['interview.completed', 'X-Interview-Signature'],
] as const) {
  test(`ten lines of HMAC accept ${name} of ${event}`, () => {
    const secret = generateSecret();
    const headers = sign([secret], event);
    assert.match(headers[name]!, /^t=\d{10},v1=[0-9a-f]{64}$/);
    assert.ok(isGenuine(headers[name]!, body, secret));
    assert.ok(!isGenuine(headers[name]!, `${body} `, secret));
    assert.ok(!isGenuine(headers[name]!, body, generateSecret()));
    assert.ok(!isGenuine(headers[name]!, body, secret, Date.now() / 1000 + 301));
    assert.equal(headers['webhook-timestamp'], /^t=(\d+)/.exec(headers[name]!)![1]);
    const signatureHeaders = Object.keys(headers).filter((header) => header.startsWith('X-'));
    assert.deepEqual(signatureHeaders, [name], 'one signature header of ours and no other');
  });
}

test('while a secret is rotated, receivers with the old one and with the new one accept the same message', () => {
  const [newer, older] = [generateSecret(), generateSecret()];
  const headers = sign([newer, older]);
  assert.match(headers['X-CVDM-Signature']!, /^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  for (const secret of [newer, older]) {
    assert.ok(isGenuine(headers['X-CVDM-Signature']!, body, secret));
    assert.ok(new Webhook(secret).verify(body, headers));
  }
  assert.ok(!isGenuine(headers['X-CVDM-Signature']!, body, generateSecret()));
});

test('a known signature stays what it is', () => {
  const headers = signedHeaders({
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    event: 'cvdeepmatch.finished',
    body: '{"test": 2432232314}',
    sentAtMs: 1_614_265_330_000,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  // The example in the Standard Webhooks libraries' own tests.
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
