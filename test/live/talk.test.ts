import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCaption } from '#server/domain/interview/captions.ts';
import { planInterview } from '#server/domain/interview/plan.ts';
import { newConversation } from '#server/engines/interviewer/conversation.ts';
import type { Caption } from '#server/live/protocol.ts';
import { longAnswer, plan, scene } from './talk/scene.ts';

test('an interview from its first word to its goodbye: each answer is followed by something new', async () => {
  const s = await scene().opened();
  assert.equal(s.turns.length, 1, 'all sentences of the opening are one turn');
  for (let turn = 0; turn < 30 && !s.talk.state.interview.phase.startsWith('over'); turn++) {
    await s.until(() => s.phases.at(-1) === 'listening');
    await s.answer(turn < 14 ? longAnswer : 'No, thank you, I have no questions.');
  }
  await s.until(() => s.isOver, 60_000);
  const said = s.turns.filter(({ speaker }) => speaker === 'interviewer').map(({ text }) => text);
  assert.ok(said.length >= 8, `${said.length} turns`);
  assert.equal(new Set(said).size, said.length, 'nothing is said twice');
  assert.ok(s.of('spoke').every(({ interrupted }) => interrupted === false));
});

test('the time between the end of an answer and the first sound is told', async () => {
  const s = await scene().opened();
  const { endMs } = await s.answer(longAnswer);
  await s.until(() => s.phases.at(-1) === 'listening');
  const spoke = s.of('spoke').at(-1)!;
  assert.equal(spoke.responseMs, (spoke.startMs as number) - endMs);
  assert.ok((spoke.responseMs as number) > 400 && (spoke.responseMs as number) < 700, `${spoke.responseMs}`);
});

test('who speaks up stops the interviewer within 200 ms, and is answered', async () => {
  const s = await scene().asking();
  assert.ok(s.isHeard(100));
  const startMs = s.nowMs;
  await s.pass(110);
  s.hear({ type: 'speech-likely', startMs });
  await s.pass(60);
  assert.ok(!s.isHeard(40), 'silent 170 ms after the first sound');
  assert.equal(s.hushes, 1);
  s.hear({ type: 'speech-start', startMs });
  await s.pass(1100);
  assert.equal(s.phases.at(-1), 'listening');
  assert.equal(s.of('interrupted').length, 1);
  assert.ok((s.of('interrupted')[0]!.stoppedMs as number) <= 200, JSON.stringify(s.of('interrupted')));
  const endMs = s.nowMs;
  s.hear({ type: 'speech-end', startMs, endMs });
  s.hear({
    type: 'final',
    startMs,
    endMs,
    words: longAnswer.split(' ').map((text) => ({ text, startMs, endMs, confidence: 1 })),
  });
  s.hear({ type: 'turn-end', startMs, endMs, atMs: s.nowMs, reason: 'sentence-ended' });
  await s.pass(100);
  assert.equal(
    s.turns.at(-1)!.text,
    s.turns.at(-1)!.speaker === 'candidate' ? longAnswer : s.turns.at(-1)!.text,
  );
  assert.ok(s.turns.some(({ text }) => text === longAnswer));
  assert.ok(s.turns[2]!.text.endsWith('…'), `what was cut off is not told as said: ${s.turns[2]!.text}`);
  await s.until(() => s.phases.at(-1) === 'listening');
});

for (const [what, text, ms] of [
  ['"mhm"', 'Mhm.', 500],
  ['"yes, okay"', 'Yes, okay.', 700],
  ['a cough', '', 400],
] as const) {
  test(`${what} while the interviewer speaks makes it pause, and go on where it was`, async () => {
    const s = await scene().asking();
    await s.speech(text, ms);
    await s.pass(200);
    assert.ok(s.isHeard(100), 'it goes on');
    assert.equal(s.of('interrupted').length, 0);
    assert.equal(s.of('back-channel').length, 1);
    await s.until(() => s.phases.at(-1) === 'listening');
    assert.deepEqual(
      s.turns.map(({ speaker }) => speaker),
      ['interviewer', 'candidate', 'interviewer'],
      'what was said in between is no turn',
    );
    assert.ok(!s.turns[2]!.text.includes('…'));
  });
}

const inJapanese = () => {
  const own = planInterview({
    ...{ language: 'ja', roleName: '看護師', seed: 'one' },
    budgetMs: plan.budgetMs,
  });
  return scene({ language: 'ja', state: newConversation(own) });
};

test('where words have no spaces between them, captions and turns have none, and short words are still short', async () => {
  const s = await inJapanese().opened();
  await s.answer('東京の 病院で 五年間 働いて いました。それから 大阪で 新しい 人たちに 仕事を 教えました。');
  const whole = '東京の病院で五年間働いていました。それから大阪で新しい人たちに仕事を教えました。';
  assert.equal(s.captions.findLast(({ speaker }) => speaker === 'candidate')!.text, whole);
  assert.equal(s.turns[1]!.text, whole);
  await s.until(() => s.phases.at(-1) === 'speaking');
  await s.pass(2300);
  await s.speech('そう です ね。', 600);
  assert.equal(s.of('back-channel').length, 1);
  await s.pass(300);
  assert.ok(s.isHeard(100), 'it goes on');
  await s.speech('前は 学校で 三年間 働きました。', 900);
  assert.equal(s.of('interrupted').length, 1, JSON.stringify(s.notes));
  assert.match(s.turns[2]!.text, /\S …$/, 'what was heard of a sentence without spaces is told');
});

test('a sound that turns out to be nothing stops it for less than half a second', async () => {
  const s = await scene().asking();
  s.hear({ type: 'speech-likely', startMs: s.nowMs - 110 });
  await s.pass(200);
  assert.ok(!s.isHeard(100));
  await s.pass(250);
  assert.ok(s.isHeard(40));
  assert.equal(s.of('interrupted').length, 0);
});

test('"stop" is short and still gets the floor, as a wish to hear it again does', async () => {
  const s = await scene().opened();
  await s.answer(longAnswer);
  await s.until(() => s.phases.at(-1) === 'speaking');
  await s.pass(2500);
  await s.speech('Can you repeat the question please', 850);
  await s.pass(100);
  assert.equal(s.phases.at(-1), 'listening');
});

test('who goes on after a turn was taken for ended is heard out, and answered once, to all of it', async () => {
  const s = await scene().opened();
  await s.answer('I have worked as a nurse for five years.');
  const asked = s.talk.state.interview.at;
  await s.until(() => s.phases.at(-1) === 'speaking');
  await s.pass(300);
  const startMs = s.nowMs;
  s.hear({ type: 'speech-likely', startMs: startMs - 100 });
  s.hear({ type: 'speech-start', startMs: startMs - 100 });
  await s.pass(1200);
  assert.equal(s.of('resumed-turn').length, 1, JSON.stringify(s.notes));
  s.hear({ type: 'speech-end', startMs, endMs: s.nowMs });
  s.hear({
    type: 'final',
    startMs,
    endMs: s.nowMs,
    words: [{ text: 'And before that in a school.', startMs, endMs: s.nowMs, confidence: 1 }],
  });
  s.hear({ type: 'turn-end', startMs, endMs: s.nowMs, atMs: s.nowMs, reason: 'sentence-ended' });
  await s.pass(200);
  const answers = s.talk.state.turns.filter(({ speaker }) => speaker === 'candidate').map(({ text }) => text);
  assert.deepEqual(answers, ['I have worked as a nurse for five years. And before that in a school.']);
  assert.equal(s.talk.state.interview.at, asked, 'the question that was cut off is not lost');
});

test('silence is asked about, then the question is repeated, then left', async () => {
  const s = await scene().opened();
  await s.until(() => s.of('silence-prompt').length === 1, 12_000);
  await s.until(() => s.phases.at(-1) === 'listening');
  await s.until(() => s.of('silence-prompt').length === 2, 12_000);
  await s.pass(500);
  assert.ok(s.talk.state.interview.silences >= 1);
});

test('a question that was asked into a dead network is asked again; one that was heard is not', async () => {
  const s = scene();
  s.talk.begin();
  await s.until(() => s.phases.at(-1) === 'listening');
  const asked = s.turns.length;
  await s.pass(3000);
  s.talk.away(0);
  s.talk.back();
  await s.pass(2000);
  assert.equal(s.turns.length, asked, 'it was heard');
  assert.equal(s.isHeard(2000), false);
  s.talk.away(6000);
  s.talk.back();
  await s.until(() => s.isHeard(100), 1000);
  await s.until(() => s.phases.at(-1) === 'listening');
  const question = s.talk.state.interview.question.map(({ text }) => text).join(' ');
  assert.equal(s.turns.at(-1)!.text, question);
});

test('the caption of a speaking candidate becomes their answer or goes, whatever is said meanwhile', async () => {
  const s = await scene().opened();
  const shown = () => s.captions.reduce<Caption[]>(withCaption, []);
  const open = () => shown().filter(({ isFinal }) => !isFinal);
  const partial = (text: string) =>
    s.hear({
      type: 'partial',
      startMs: s.nowMs,
      endMs: s.nowMs,
      words: text.split(' ').map((word) => ({ text: word, startMs: s.nowMs, endMs: s.nowMs, confidence: 1 })),
    });
  partial('I have');
  // The page is opened anew, and the interviewer asks again in between.
  s.talk.away(500);
  s.talk.back();
  s.talk.say('I type meanwhile.');
  await s.until(() => s.phases.at(-1) === 'listening');
  await s.answer(longAnswer);
  assert.deepEqual(open(), []);
  assert.equal(shown().filter(({ text }) => text === longAnswer).length, 1);

  await s.until(() => s.phases.at(-1) === 'listening');
  partial('One');
  assert.equal(open().length, 1);
  s.hear({ type: 'turn-end', startMs: s.nowMs, endMs: s.nowMs, atMs: s.nowMs, reason: 'silence' });
  assert.deepEqual(open(), [], 'a cough was taken for a word');
  assert.ok(!shown().some(({ text }) => text === 'One' || text === ''));
  assert.equal(new Set(shown().map(({ id }) => id)).size, shown().length);
});

test('a sentence goes on from where the network died', async () => {
  const s = scene();
  s.talk.begin();
  await s.until(() => s.isHeard(100));
  await s.pass(1500);
  // The clock stands meanwhile.
  s.talk.away(1000);
  s.talk.back();
  const from = s.nowMs;
  const said = s.captions.length;
  await s.until(() => s.captions.length > said);
  // 2 s of sound, of which 500 ms were heard, and the gap before the next sentence.
  assert.ok(s.nowMs - from > 1500 && s.nowMs - from < 1800, `${s.nowMs - from}`);
});

test('the candidate is not asked about silence while speaking, nor while away', async () => {
  const s = await scene().opened();
  s.hear({ type: 'speech-start', startMs: s.nowMs });
  await s.pass(20_000);
  assert.equal(s.of('silence-prompt').length, 0);
  s.hear({ type: 'speech-end', startMs: s.nowMs - 20_000, endMs: s.nowMs });
  s.talk.away(0);
  await s.pass(20_000);
  assert.equal(s.of('silence-prompt').length, 0);
  s.talk.back();
  await s.pass(7000);
  assert.equal(s.of('silence-prompt').length, 0, 'the wait begins anew');
});

test('an answer without words is none', async () => {
  const s = await scene().opened();
  await s.answer('');
  await s.pass(1000);
  assert.equal(s.phases.at(-1), 'listening');
  assert.equal(s.turns.length, 1);
});

test('typed answers are answered like spoken ones, and interrupt', async () => {
  const s = scene();
  s.talk.begin();
  await s.pass(1500);
  s.talk.say('I am a nurse.');
  await s.pass(300);
  assert.deepEqual(
    s.turns.slice(0, 2).map(({ speaker }) => speaker),
    ['interviewer', 'candidate'],
  );
  await s.until(() => s.phases.at(-1) === 'listening');
  assert.ok(s.turns.length >= 3);
  assert.deepEqual(s.of('typed'), [{ chars: 13 }]);
});

test('time that is over is told, also to who goes on speaking', async () => {
  let extraMs = 0;
  let s = scene();
  s = scene({ elapsedMs: () => s.nowMs + extraMs });
  await s.opened();
  s.hear({ type: 'speech-start', startMs: s.nowMs });
  extraMs = plan.budgetMs;
  await s.until(() => s.isOver, 60_000);
});

test('what is to be said when nothing can speak is shown, and the interview goes on', async () => {
  const errors: unknown[] = [];
  const s = scene();
  const mute = scene({
    // biome-ignore lint/correctness/useYield: it fails first
    async *speak() {
      throw new Error('no voice');
    },
    listener: {
      ...Object.fromEntries(
        ['phase', 'hush', 'note', 'turns', 'changed', 'over'].map((name) => [name, () => undefined]),
      ),
      caption: (caption: { text: string }) => s.captions.push(caption as never),
      silent: (error: unknown) => errors.push(error),
    } as never,
  });
  mute.talk.begin();
  await mute.pass(500);
  assert.ok(s.captions.length >= 2);
  assert.ok(errors.length >= 2);
});

test('goes on from its state after a crash with the open question', async () => {
  const s = await scene().opened();
  await s.answer(longAnswer);
  await s.until(() => s.phases.at(-1) === 'listening');
  const again = scene({ state: structuredClone(s.talk.state), turns: structuredClone(s.turns) as never });
  again.talk.begin();
  await again.until(() => again.phases.at(-1) === 'listening');
  const question = s.talk.state.interview.question.map(({ text }) => text).join(' ');
  assert.equal(again.turns.at(-1)!.text, question);
  await again.answer(longAnswer);
  await again.until(() => again.phases.at(-1) === 'listening');
  assert.notEqual(again.turns.at(-1)!.text, question);
});
