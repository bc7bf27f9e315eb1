import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { practise } from '#server/domain/interview/practice.ts';
import { openPractice } from '#server/live/practice.ts';
import type { LiveMessage } from '#server/live/protocol.ts';
import { createLogger } from '#server/logging.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { scriptedEar } from '#test/support/live-process.ts';
import { scene } from './live-scene.ts';

test('a practice is one question and its answer, leaves nothing, costs nothing, and the interview begins after it', async (t) => {
  const s = await scene(t);
  const { sessionId, token } = await s.invite(s.clientId);
  const page = await s.process.page(token);
  await page.next('invitation');
  const balance = () => s.credits.balance(s.clientId);
  const before = await balance();
  page.send({ type: 'practice', typed: true });
  await page.next('practising');
  const { caption } = await page.next('caption');
  assert.match(caption.text, /only for practice/);
  page.send({ type: 'say', text: 'I like to read.' });
  await page.next('practised');
  assert.deepEqual(await readdir(s.process.folder), []);
  assert.equal(await s.state(s.clientId, sessionId), 'queued');
  assert.deepEqual(await balance(), before);
  const events = await s.db.selectFrom('interview_events').select('kind').execute();
  assert.deepEqual(events, []);
  const from = page.messages.length;
  page.send({ type: 'begin', typed: true });
  const joined = await page.next('joined', { from });
  assert.deepEqual(joined.captions, []);
});

test('of one link three practices are held, and the page is told at once when no more are', async (t) => {
  const s = await scene(t);
  const { token } = await s.invite(s.clientId);
  for (let n = 1; n <= 4; n++) {
    const page = await s.process.page(token);
    await page.next('invitation');
    page.send({ type: 'practice', typed: true });
    const answer = await page.next(n <= 3 ? 'practising' : 'practised');
    assert.ok(answer);
    page.drop();
    await page.closed;
  }
});

test('who has not agreed does not practise either, and "begin" ends a practice', async (t) => {
  const s = await scene(t);
  const { token } = await s.invite(s.clientId, { session: { consentMode: 'explicit' } });
  const page = await s.process.page(token);
  await page.next('invitation');
  page.send({ type: 'practice', typed: true });
  assert.equal(await page.closed, 1008);
  const again = await s.process.page(token, page.device);
  const { notice } = await again.next('invitation');
  again.send({ type: 'consent', notice: notice.hash });
  again.send({ type: 'practice', typed: true });
  await again.next('practising');
  again.send({ type: 'begin', typed: true });
  await again.next('joined');
  const order = again.messages.map(({ type }) => type);
  assert.ok(order.indexOf('practised') < order.indexOf('joined'));
});

const session = {
  sessionId: 's',
  language: 'en',
  interviewer: { voice: null, patienceMs: 1000 },
} as unknown as LiveSession;

test('a practice in which nothing is said ends by itself', async () => {
  const told: LiveMessage[] = [];
  let ends = 0;
  const practice = openPractice(
    {
      ear: scriptedEar().ear,
      voice: { id: 'v', voices: [], check: async () => ({ ok: true, detail: '' }), async *speak() {} },
      clock: { now: () => 0 },
      iceServers: null,
      logger: createLogger({ level: 'fatal', name: 'live', write: () => undefined }),
    },
    session,
    {
      line: { send: (message) => told.push(message), play: () => undefined, close: () => undefined },
      isTyped: false,
      onOver: () => ends++,
    },
  );
  // Without a breath in between nothing of the talk goes on: only its time does.
  for (let frames = 0; frames <= 120_000 / 20; frames++) practice.tick();
  practice.tick();
  assert.equal(ends, 1);
  assert.equal(told.filter(({ type }) => type === 'practised').length, 1);
});

test('the question is asked again for a candidate who wishes it, or is silent once', () => {
  const answer = (text: string) => practise({ type: 'answer', atMs: 0, text, durationMs: 1000 }, 'en', 0).say;
  assert.equal(answer('Sorry?'), 'question');
  assert.equal(answer('One moment.'), null);
  assert.equal(answer('I like to read.'), 'thanks');
  assert.equal(practise({ type: 'silence', atMs: 0 }, 'en', 0).say, 'question');
  assert.equal(practise({ type: 'silence', atMs: 0 }, 'en', 1).isOver, true);
  assert.equal(practise({ type: 'time', atMs: 0 }, 'en', 0).isOver, false);
});
