import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conversation,
  listening,
  plan,
  replay,
  saying,
  speaking,
  speechLikely,
  turnEnd,
  words,
} from './replay.ts';

const over = { ...conversation, isOver: true };
const goodbye = { id: 'en/general/goodbye/1', text: 'Goodbye.', isFixed: true };

test('the line is closed 700 ms after the last word, once', () => {
  const { effects, state } = replay(speaking(), [[5000, { type: 'replied', reply: 1 }]], {
    ...{ conversation: over, untilMs: 30_000 },
  });
  assert.deepEqual(effects, [
    '5000 note spoke {"startMs":1000,"endMs":5000,"responseMs":null,"lateMs":null,"interrupted":false}',
    '5000 changed',
    '5700 over',
  ]);
  assert.ok(state.isOver);
});

test('during the goodbye nothing that is heard or typed counts any more', () => {
  const { effects } = replay(
    speaking(),
    [
      [2000, speechLikely(1900)],
      [2400, words('final', 1900, 2300, 'Wait, one more thing.')],
      [2600, turnEnd(1900, 2300, 2600)],
      [2700, { type: 'typed', text: 'Wait!' }],
    ],
    { conversation: over, mouth: saying('Goodbye and thank you'), untilMs: 4000 },
  );
  assert.deepEqual(effects, []);
});

test('time is told each second to who may speak and does not, and is not answered where nothing is to be said', () => {
  const { effects } = replay(
    listening,
    [
      [0, undefined],
      [2500, { type: 'time-told', said: [] }],
    ],
    {
      ...{ isTimeTold: true, untilMs: 3000 },
    },
  );
  assert.deepEqual(effects, ['1000 tell-time', '2000 tell-time', '3000 tell-time']);
});

for (const [what, extraMs, times] of [
  ['is not told while there is time', 0, 0],
  ['is told in the last 15 s', plan.budgetMs - 15_000, 2],
] as const) {
  test(`time ${what} to who goes on speaking`, () => {
    const { effects } = replay({ ...listening, isSpeaking: true }, [[0, undefined]], {
      ...{ extraMs, isTimeTold: true, untilMs: 2000 },
    });
    assert.equal(effects.length, times, effects.join('\n'));
  });
}

test('what the time brings is said; one that ends the interview without a word ends it', () => {
  const said = replay(listening, [[1000, { type: 'time-told', said: [goodbye] }]], { untilMs: 1000 });
  assert.deepEqual(said.effects, ['1000 thinking', '1000 reply: Goodbye.']);
  const unsaid = replay(
    listening,
    [
      [1000, { type: 'time-told', said: [] }],
      [1100, { type: 'replied', reply: 1 }],
    ],
    { conversation: over, untilMs: 1900 },
  );
  assert.deepEqual(unsaid.effects, ['1000 thinking', '1000 reply: ', '1100 changed', '1800 over']);
});

test('who stops the talk silences it: what was said of the sentence is its turn, and no clock runs', () => {
  const { effects } = replay(
    speaking(),
    [
      [5000, { type: 'stop' }],
      [5100, words('final', 4000, 5000, 'I have worked as a nurse.')],
      [5200, { type: 'deaf' }],
      [5300, { type: 'typed', text: 'Hello?' }],
    ],
    { mouth: saying('What did you do there every day'), untilMs: 30_000 },
  );
  assert.deepEqual(effects, ['5000 drop reply 1', '5000 cut', '5000 turn interviewer: What did you …']);
});
