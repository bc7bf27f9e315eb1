import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { createTrialLinks } from '#server/modules/interview/trials.ts';
import type { PersonaContent } from '#server/modules/interview/types.ts';
import { everyRow } from '#test/support/every-row.ts';
import { listening, until } from '#test/support/live-process.ts';
import { testPepper } from '#test/support/webhooks.ts';
import type { PageClient } from '../../testkit/interview/page-client.ts';
import { begun, scene } from './live-scene.ts';

const { linkMs, ofClient, most, awayMs } = limits.interview.trials;

/** Personas are tried in a process that holds interviews, too. */
async function trying(t: TestContext, content: Partial<PersonaContent> = {}) {
  const s = await scene(t);
  const made = async (clientId: string) =>
    s.personas.create({ clientId, id: randomUUID() }, { roleName: 'Baker', language: 'en', ...content });
  const persona = await made(s.clientId);
  const linkTo = async ({ clientId, id: personaId }: { clientId: string; id: string }) =>
    (await s.personaTrials.open({ clientId, personaId }))!.token;
  /** As far as the talk, its opening said. */
  const tried = async (of = persona, isTyped = true) => {
    const token = await linkTo(of);
    const page = await s.process.page(token);
    return { token, page, ...(await beginTrial(page, isTyped)) };
  };
  return { ...s, persona, made, linkTo, tried };
}

async function beginTrial(page: PageClient, isTyped = true) {
  const { invitation, notice } = await page.next('invitation');
  page.send({ type: 'consent', notice: notice.hash });
  page.send({ type: 'begin', typed: isTyped });
  const joined = await page.next('joined');
  await listening(page);
  return { invitation, joined };
}

const captionsOf = ({ messages }: PageClient): string[] =>
  messages.flatMap((message) => (message.type === 'caption' ? [message.caption.text] : []));

test('a persona is tried as its candidates meet it, and of the talk nothing is left', async (t) => {
  const s = await trying(t, {
    questions: [{ ...question, text: 'What is your best bread?' }],
    analyse: true,
  });
  const before = await everyRow(s.db);
  const { page, invitation, joined } = await s.tried();
  assert.deepEqual(invitation.trial, { clientId: s.clientId, personaId: s.persona.id });
  assert.equal(joined.invitation.sessionId, invitation.sessionId);
  const from = page.messages.length;
  page.send({ type: 'say', text: 'Rye, with caraway seeds.' });
  await page.next('caption', { from, where: ({ caption }) => caption.text.startsWith('Rye') });
  await listening(page, page.messages.length - 1);
  page.send({ type: 'end' });
  assert.equal((await page.next('ended')).reason, 'completed');
  await until(() => s.process.rooms.isEmpty());

  assert.deepEqual(await everyRow(s.db), before);
  assert.deepEqual(await readdir(s.process.folder), []);
  assert.doesNotMatch(s.process.logged(), /caraway/);
  const ofClient = { clientId: s.clientId, limit: 10, offset: 0 };
  assert.deepEqual((await s.sessions.list(ofClient)).sessions, []);
  const { sessionId } = invitation;
  assert.equal(await s.sessions.find({ clientId: s.clientId, sessionId }), undefined);

  const { token } = await s.invite(s.clientId, { persona: { questions: s.persona.questions } });
  const candidate = await s.process.page(token);
  await candidate.next('invitation');
  candidate.send({ type: 'begin', typed: true });
  await listening(candidate);
  const opening = captionsOf(candidate);
  assert.deepEqual(captionsOf(page).slice(0, opening.length), opening, 'it begins as an interview does');
  assert.ok(captionsOf(page).includes('What is your best bread?'));
});

const question = { seconds: null, followUps: false, mustAsk: true };

test('a spoken trial hears, and leaves no sound', async (t) => {
  const s = await trying(t);
  const { page } = await s.tried(s.persona, false);
  const from = page.messages.length;
  s.process.say('I have been a baker for ten years.');
  await page.next('caption', { from, where: ({ caption }) => caption.speaker === 'candidate' });
  await listening(page, page.messages.length - 1);
  assert.deepEqual(await readdir(s.process.folder), [], 'nor while it is held');
});

test('the microphone is worked on only after what happens was read', async (t) => {
  const s = await trying(t);
  const token = await s.linkTo(s.persona);
  for (const message of [
    { type: 'begin', typed: false } as const,
    { type: 'practice', typed: false } as const,
  ]) {
    const page = await s.process.page(token);
    await page.next('invitation');
    page.send(message);
    assert.equal(await page.closed, 1008);
  }
});

test('a page that is reloaded goes on; another device does not; and what has ended begins again', async (t) => {
  const s = await trying(t);
  const { token, page } = await s.tried();
  const said = captionsOf(page);
  assert.equal((await (await s.process.page(token)).next('refused')).code, 'LINK_USED');
  page.drop();
  await page.closed;
  const { device } = page as PageClient & { device: string };
  const again = await s.process.page(token, device);
  const { captions, isResumed } = await again.next('joined');
  assert.equal(isResumed, true);
  assert.deepEqual(captions.map(({ text }) => text).slice(0, said.length), said);
  again.send({ type: 'end' });
  await again.next('ended');
  await until(() => s.process.rooms.isEmpty());
  const next = await s.process.page(token, device);
  assert.equal((await next.next('invitation')).hasConsented, true);
  next.send({ type: 'begin', typed: true });
  assert.deepEqual((await next.next('joined')).captions, []);
});

test('it ends with its link, half an hour after it was made', async (t) => {
  const s = await trying(t, { maxMinutes: 45 });
  const { token, page, joined } = await s.tried();
  assert.ok(joined.leftMs <= linkMs);
  s.clock.advance(linkMs);
  await page.next('ended');
  assert.equal((await (await s.process.page(token)).next('refused')).code, 'LINK_EXPIRED');
});

test('whose page stays away makes room', async (t) => {
  const s = await trying(t);
  const { page, invitation } = await s.tried();
  page.drop();
  await page.closed;
  assert.equal(s.process.rooms.isEmpty(), false);
  // The process hears of it a moment later.
  await until(() => {
    s.clock.advance(awayMs);
    return s.process.rooms.isEmpty();
  });
  assert.ok(s.clock.now() < Date.parse(invitation.expiresAt), 'long before its link ends');
});

test('a link that was altered, or whose persona or client takes nobody any more, leads nowhere', async (t) => {
  const s = await trying(t);
  const other = await s.made(s.clientId);
  const token = await s.linkTo(s.persona);
  const links = createTrialLinks(testPepper);
  const trial = links.read(token)!;
  const refusal = async (given: string) => (await (await s.process.page(given)).next('refused')).code;
  assert.equal(await refusal(token.replace(s.persona.id, other.id)), 'LINK_INVALID');
  assert.equal(
    await refusal(token.replace(`${trial.expiresAtMs}`, `${trial.expiresAtMs + 1}`)),
    'LINK_INVALID',
  );
  assert.equal(await refusal(createTrialLinks('p'.repeat(32)).token(trial)), 'LINK_INVALID');
  const foreign = await s.newClient();
  assert.equal(await refusal(links.token({ ...trial, clientId: foreign })), 'LINK_INVALID');
  await s.personas.archive({ clientId: s.clientId, personaId: s.persona.id });
  assert.equal(await refusal(token), 'LINK_INVALID');
  const kept = await s.linkTo(other);
  await s.identity.setClientActive(s.clientId, false);
  assert.equal(await refusal(kept), 'LINK_INVALID');
});

test('a client has two at once and a process four; whoever comes then waits, and candidates do not', async (t) => {
  const s = await trying(t);
  const pages = [];
  for (let n = 0; n < ofClient; n++) pages.push((await s.tried()).page);
  assert.equal(
    (await (await s.process.page(await s.linkTo(s.persona))).next('refused')).code,
    'CAPACITY_REACHED',
  );
  for (let n = pages.length; n < most; n++)
    pages.push((await s.tried(await s.made(await s.newClient()))).page);
  const late = await s.made(await s.newClient());
  assert.equal((await (await s.process.page(await s.linkTo(late))).next('refused')).code, 'CAPACITY_REACHED');
  await begun(s);
  pages[0]!.send({ type: 'end' });
  await pages[0]!.next('ended');
  await s.tried(late);
});

test('a trial makes way for an interview that the machine cannot keep up with, and none begins until it can', async (t) => {
  const s = await trying(t);
  const waiting = await s.process.page(await s.linkTo(s.persona));
  const { notice } = await waiting.next('invitation');
  const { page } = await s.tried();
  const candidate = await begun(s);
  const from = candidate.page.messages.length;
  s.process.fault.behindMs = 6000;
  await candidate.page.next('phase', { from, where: ({ phase }) => phase === 'late' });
  assert.equal((await page.next('ended')).reason, 'failed');
  waiting.send({ type: 'consent', notice: notice.hash });
  waiting.send({ type: 'begin', typed: true });
  await waiting.next('waiting');
  s.process.fault.behindMs = 0;
  await listening(candidate.page, candidate.page.messages.length - 1);
  assert.equal(await s.state(s.clientId, candidate.sessionId), 'processing');
});

test('a trial that is behind keeps no candidate out', async (t) => {
  const s = await trying(t);
  const { page } = await s.tried(s.persona, false);
  const from = page.messages.length;
  s.process.fault.behindMs = 6000;
  await page.next('phase', { from, where: ({ phase }) => phase === 'late' });
  const { token } = await s.invite(s.clientId);
  const candidate = await s.process.page(token);
  await candidate.next('invitation');
  s.process.fault.behindMs = 0;
  candidate.send({ type: 'begin', typed: true });
  await candidate.next('joined');
});

test('a process that ends leaves nothing of its trials, and the next one begins them anew', async (t) => {
  const s = await trying(t);
  const before = await everyRow(s.db);
  const { token, page } = await s.tried();
  await s.process.stop();
  await page.closed;
  assert.deepEqual(await everyRow(s.db), before);
  assert.deepEqual(await readdir(s.process.folder), []);
  const visitor = { token, device: 'laptop' };
  assert.equal(s.admitted((await s.liveOn(s.db, 'live_2').trial(visitor.token))!).state, 'initiated');
  assert.deepEqual(await s.liveOn(s.db, 'live_2').recover(['live_1']), []);
});
