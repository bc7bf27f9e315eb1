import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { listening, until } from '#test/support/live-process.ts';
import { newDevice } from '../../testkit/interview/page-client.ts';
import { begun, scene } from './live-scene.ts';

test('a right link is never refused because others tried wrong ones', async (t) => {
  const s = await scene(t);
  for (let n = 0; n < 12; n++) {
    const page = await s.process.page(n % 2 === 0 ? 'x'.repeat(43) : '');
    assert.equal((await page.next('refused')).code, 'LINK_INVALID');
  }
  const { token } = await s.invite(s.clientId);
  await (await s.process.page(token)).next('invitation');
});

test('a link that was looked at on a phone is used on a laptop, and then on no other', async (t) => {
  const s = await scene(t);
  const { sessionId, token } = await s.invite(s.clientId, { session: { consentMode: 'explicit' } });
  const phone = await s.process.page(token);
  await phone.next('invitation');
  const laptop = await s.process.page(token);
  await laptop.next('invitation');
  laptop.send({ type: 'consent' });
  laptop.send({ type: 'begin', typed: false });
  await laptop.next('joined');
  phone.send({ type: 'consent' });
  assert.equal((await phone.next('refused')).code, 'LINK_USED');
  assert.equal((await (await s.process.page(token)).next('refused')).code, 'LINK_USED');
  assert.equal(await s.state(s.clientId, sessionId), 'processing');
});

test('a link works on one device only: on another, in two windows, after its end, after its time', async (t) => {
  const s = await scene(t);
  const { sessionId, token, page } = await begun(s);
  assert.equal((await (await s.process.page(token)).next('refused')).code, 'LINK_USED');
  s.process.say('I have been a baker for ten years.');
  await listening(page, page.messages.length);
  page.send({ type: 'end' });
  await page.next('ended');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  assert.equal((await (await s.process.page(token, page.device)).next('refused')).code, 'LINK_USED');
  const late = await s.invite(s.clientId);
  s.clock.advance(8 * 24 * 3600_000);
  assert.equal((await (await s.process.page(late.token)).next('refused')).code, 'LINK_EXPIRED');
});

test('two windows of one device that begin at once hold one interview', async (t) => {
  const s = await scene(t);
  const { token, sessionId } = await s.invite(s.clientId);
  const device = newDevice();
  const [one, other] = [await s.process.page(token, device), await s.process.page(token, device)];
  await Promise.all([one.next('invitation'), other.next('invitation')]);
  one.send({ type: 'begin', typed: false });
  other.send({ type: 'begin', typed: false });
  await until(() => [one, other].some(({ messages }) => messages.some(({ type }) => type === 'joined')));
  await delay(200);
  const joins = [one, other].flatMap(({ messages }) => messages.filter(({ type }) => type === 'joined'));
  assert.equal(joins.length, 1);
  assert.equal(await s.state(s.clientId, sessionId), 'processing');
});

test('without a cookie no page is let in, and the link stays good', async (t) => {
  const s = await scene(t);
  const { token } = await s.invite(s.clientId);
  const page = await s.process.page(token, 'short');
  assert.equal((await page.next('refused')).code, 'COOKIE_MISSING');
  await (await s.process.page(token)).next('invitation');
});

test('at the live cap the page is told to wait, and gets in when a place is free', async (t) => {
  const s = await scene(t, { maxConcurrentRuns: 1 });
  const waiting = await s.invite(s.clientId);
  const page = await s.process.page(waiting.token);
  await page.next('invitation');
  const first = await begun(s);
  page.send({ type: 'begin', typed: false });
  assert.ok((await page.next('waiting')).retryAfterSeconds > 0);
  const third = await s.invite(s.clientId);
  const refused = await (await s.process.page(third.token)).next('refused');
  assert.equal(refused.code, 'CAPACITY_REACHED');
  assert.ok(refused.retryAfterSeconds! > 0);
  first.page.send({ type: 'end' });
  await until(async () => (await s.state(s.clientId, first.sessionId)) === 'queued');
  page.send({ type: 'begin', typed: false });
  await page.next('joined');
});
