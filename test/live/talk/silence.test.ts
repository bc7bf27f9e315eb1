import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silenceMs } from '#server/live/talk/state.ts';
import { listening, replay, speaking, speechEnd, speechStart, turnEnd, words } from './replay.ts';

for (const [what, patienceMs] of Object.entries(silenceMs)) {
  test(`silence is asked about after ${patienceMs} ms where it is ${what}`, () => {
    const { effects } = replay({ ...listening, patienceMs, quietFromMs: 1000 }, [[1000, undefined]], {
      untilMs: 1000 + patienceMs,
    });
    const atMs = 1000 + patienceMs;
    assert.deepEqual(effects, [
      `${atMs} note silence-prompt {"atMs":${atMs}}`,
      `${atMs} thinking`,
      `${atMs} reply to silence`,
    ]);
  });
}

test('"let me think" is given more time, and a typed answer more than that', () => {
  const thinking = replay(
    listening,
    [
      [1000, words('final', 500, 900, 'Let me think.')],
      [1100, turnEnd(500, 900, 1100)],
    ],
    { untilMs: 1100 },
  );
  assert.equal(thinking.state.patienceMs, silenceMs.thinking);
  const typed = replay(listening, [[1000, { type: 'typed', text: 'Yes.' }]], { untilMs: 1000 });
  assert.equal(typed.state.patienceMs, silenceMs.typing);
});

for (const [what, change] of [
  ['speaks', { isSpeaking: true }],
  ['is away', { isAway: true }],
  ['is replied to', { reply: { id: 1, wasCut: false } }],
  ['listens to the interviewer', { phase: 'speaking' }],
  ['has heard the goodbye', { isOver: true }],
] as const) {
  test(`who ${what} is not asked whether they are there`, () => {
    const { effects } = replay({ ...listening, ...change }, [[0, undefined]], { untilMs: 30_000 });
    assert.deepEqual(effects, []);
  });
}

test('the wait begins anew with each end of speech, each reply and each return', () => {
  for (const [start, event] of [
    [listening, speechEnd(18_000, 19_000)],
    [speaking(), { type: 'replied', reply: 1 }],
    [{ ...listening, isAway: true, unheardFromMs: 19_000 }, { type: 'back' }],
    [listening, { type: 'deaf' }],
  ] as const) {
    const { effects } = replay(start, [[20_000, event]], { untilMs: 20_000 + silenceMs.usual });
    const prompts = effects.filter((effect) => effect.includes('silence-prompt'));
    assert.deepEqual(prompts, ['28000 note silence-prompt {"atMs":28000}'], JSON.stringify(event));
  }
});

test('who was heard to begin, and of whom nothing more is heard for a minute, is asked all the same', () => {
  const { effects } = replay(listening, [[1000, speechStart(900)]], { untilMs: 61_000 });
  assert.equal(effects[0], '61000 note silence-prompt {"atMs":61000}');
});

test('a recogniser that fails while the candidate speaks over the interviewer leaves it the floor', () => {
  const { effects } = replay(
    { ...speaking(), overlap: { startMs: 5000, pausedMs: 5100, isSpeech: true }, isSpeaking: true },
    [[5200, { type: 'deaf' }]],
    { untilMs: 9000 },
  );
  assert.deepEqual(effects, ['5200 note back-channel {"atMs":5000}', '5200 resume']);
});
