import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstState } from '#server/live/talk/state.ts';
import { conversation, listening, plan, replay, saying, speaking, speechStart, words } from './replay.ts';

const asked = conversation.state.interview.question.map(({ text }) => text).join(' ');
const settings = { language: 'en', budgetMs: plan.budgetMs, captions: 7, isTyped: false };
const opening = { speaker: 'interviewer', startMs: 0, endMs: 900, text: 'Hello.' } as const;

test('a talk without turns begins with its opening', () => {
  const { effects } = replay(firstState({ ...settings, turns: [] }), [[0, { type: 'begin' }]], {
    untilMs: 0,
  });
  assert.deepEqual(effects, ['0 thinking', '0 reply: the opening']);
});

test('one that an earlier process began goes on with the open question, with captions of their own', () => {
  const sentence = { id: 'x', text: 'What did you do?', isFixed: false };
  const { effects } = replay(
    firstState({ ...settings, turns: [opening] }),
    [
      [9000, { type: 'begin' }],
      [9100, { type: 'line', sentence, startMs: 9100 }],
      [9900, { type: 'spoken', line: { sentence, startMs: 9100, endMs: 9900, share: 1 } }],
    ],
    { untilMs: 9900 },
  );
  assert.deepEqual(effects, [
    '9000 thinking',
    `9000 reply: ${asked}`,
    '9100 speaking',
    '9100 caption s8 "What did you do?"',
    '9900 turn interviewer: What did you do?',
  ]);
});

test('one that an earlier process had said goodbye in is over', () => {
  const { effects } = replay(firstState({ ...settings, turns: [opening] }), [[9000, { type: 'begin' }]], {
    conversation: { ...conversation, isOver: true },
    untilMs: 9100,
  });
  assert.deepEqual(effects, ['9020 over']);
});

test('while the candidate is away everything waits; what was not heard of a sentence is said again', () => {
  const { effects } = replay(
    speaking(),
    [
      [5000, { type: 'away', unheardMs: 1500 }],
      [5100, speechStart(5050)],
      [90_000, { type: 'back' }],
    ],
    { mouth: saying('What did you do there every day'), untilMs: 90_000 },
  );
  // A clock that stands tells no time; this one has gone on, as no recording does.
  assert.deepEqual(effects, [
    '5000 pause',
    '5100 hush',
    '5100 pause',
    '90000 resume 86500',
    '90000 speaking',
  ]);
});

for (const [what, unheardMs, heard, again] of [
  ['a question that was asked into a dead network is asked again', 600, [], true],
  ['one that was heard is not', 0, [], false],
  ['nor one that is being answered', 600, [{ startMs: 950, endMs: 980, text: 'I' }], false],
] as const) {
  test(what, () => {
    const { effects } = replay(
      { ...listening, heard },
      [
        [1000, { type: 'away', unheardMs }],
        [1020, { type: 'back' }],
      ],
      { untilMs: 1020 },
    );
    assert.equal(effects.includes(`1020 reply: ${asked}`), again, effects.join('\n'));
  });
}

test('who comes back is heard from the beginning: what they said over the interviewer is forgotten', () => {
  const { state } = replay(
    { ...speaking(), isSpeaking: true, overlap: { startMs: 900, pausedMs: 950, isSpeech: true } },
    [
      [1000, { type: 'away', unheardMs: 0 }],
      [1020, { type: 'back' }],
    ],
    { mouth: saying('What did you do there every day'), untilMs: 5000 },
  );
  assert.equal(state.overlap, undefined);
  assert.equal(state.isSpeaking, false);
  assert.equal(state.reply?.wasCut, false);
});

test('a caption that was open when the page went is closed by the end of its turn', () => {
  const { effects } = replay(
    listening,
    [
      [1000, words('partial', 900, 1000, 'I have')],
      [1100, { type: 'away', unheardMs: 0 }],
      [1120, { type: 'back' }],
      [1200, { type: 'typed', text: 'I type.' }],
      [1300, { type: 'replied', reply: 1 }],
      [1400, words('final', 900, 1300, 'I have worked.')],
    ],
    { untilMs: 1400 },
  );
  const captions = effects.filter((effect) => effect.includes('caption'));
  assert.deepEqual(captions, [
    '1000 caption c2 "I have" …',
    '1200 caption t3 "I type."',
    '1400 caption c2 "I have worked." …',
  ]);
});
