import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longAnswer, scene } from './talk/scene.ts';

test('speech that had begun just before the interviewer did stops it, too', async () => {
  const s = await scene().opened();
  const startMs = s.nowMs;
  // Told during silence, and the turn before it ended only now.
  s.hear({ type: 'speech-likely', startMs });
  s.talk.say('One more thing.');
  await s.pass(100);
  s.hear({ type: 'speech-start', startMs });
  await s.pass(100);
  assert.ok(!s.isHeard(60));
});

test('that no person speaks is said to the end, also when the candidate speaks meanwhile', async () => {
  const s = scene();
  s.talk.begin();
  await s.pass(2500);
  await s.speech(longAnswer, 1500);
  await s.until(() => s.phases.at(-1) === 'listening');
  assert.equal(s.of('interrupted').length, 0);
  assert.match(s.turns[0]!.text, /not a person|no person|program/);
  assert.ok(!s.turns[0]!.text.includes('…'));
});

test('words that nothing ends are answered all the same: the candidate does not wait for ever', async () => {
  const s = await scene().opened();
  await s.speech(longAnswer, 3000);
  await s.until(() => s.phases.at(-1) === 'speaking', 10_000);
  assert.equal(s.turns.at(-1)!.text, longAnswer);
  assert.equal(s.of('turn-ended')[0]!.reason, 'overdue');
});

test('a recogniser that fails while the candidate speaks does not keep them waiting', async () => {
  const silent = await scene().opened();
  silent.hear({ type: 'speech-start', startMs: silent.nowMs });
  silent.talk.deaf();
  await silent.until(() => silent.of('silence-prompt').length === 1, 10_000);

  const s = await scene().asking();
  s.hear({ type: 'speech-likely', startMs: s.nowMs });
  s.hear({ type: 'speech-start', startMs: s.nowMs });
  s.talk.deaf();
  await s.pass(500);
  assert.ok(s.isHeard(100), 'the interviewer goes on');
});

test('an answer that is understood only after silence was asked about counts, and the interviewer stops', async () => {
  const s = await scene().opened();
  const startMs = s.nowMs;
  await s.pass(3000);
  const endMs = s.nowMs;
  s.hear({ type: 'speech-start', startMs });
  s.hear({ type: 'speech-end', startMs, endMs });
  await s.until(() => s.of('silence-prompt').length === 1 && s.isHeard(100));
  const words = longAnswer.split(' ').map((text) => ({ text, startMs, endMs, confidence: 1 }));
  s.hear({ type: 'final', startMs, endMs, words });
  s.hear({ type: 'turn-end', startMs, endMs, atMs: s.nowMs, reason: 'sentence-ended' });
  await s.until(() => s.phases.at(-1) === 'speaking');
  const answers = s.talk.state.turns.filter(({ speaker }) => speaker === 'candidate');
  assert.equal(answers.at(-1)!.text, longAnswer);
});

test('a noise behind an answer delays its reply and does not swallow it', async () => {
  const s = await scene().opened();
  await s.answer('I have worked as a nurse for five years.');
  await s.until(() => s.phases.at(-1) === 'speaking');
  await s.pass(300);
  await s.answer('', 1500);
  assert.equal(s.of('resumed-turn').length, 1);
  await s.until(() => s.phases.at(-1) === 'speaking', 1000);
  const answers = s.talk.state.turns.filter(({ speaker }) => speaker === 'candidate');
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['I have worked as a nurse for five years.'],
  );
});

test('who begins again after a short remark over the interviewer is not spoken against', async () => {
  const s = await scene().asking();
  const startMs = s.nowMs;
  s.hear({ type: 'speech-start', startMs });
  await s.pass(300);
  const endMs = s.nowMs;
  s.hear({ type: 'speech-end', startMs, endMs });
  await s.pass(400);
  s.hear({ type: 'speech-start', startMs: s.nowMs });
  const words = [{ text: 'Well,', startMs, endMs, confidence: 1 }];
  s.hear({ type: 'final', startMs, endMs, words });
  await s.pass(3000);
  assert.equal(s.of('interrupted').length, 1);
  assert.ok(!s.isHeard(3000));
});

test('a short wish whose words come late stops the interviewer, who has gone on meanwhile', async () => {
  const s = await scene().asking();
  const startMs = s.nowMs;
  s.hear({ type: 'speech-start', startMs });
  await s.pass(600);
  const endMs = s.nowMs;
  s.hear({ type: 'speech-end', startMs, endMs });
  await s.pass(2000);
  assert.ok(s.isHeard(100));
  const words = [{ text: 'Please repeat the question', startMs, endMs, confidence: 1 }];
  s.hear({ type: 'final', startMs, endMs, words });
  await s.pass(100);
  assert.ok(!s.isHeard(60));
  assert.equal(s.phases.at(-1), 'listening');
});
