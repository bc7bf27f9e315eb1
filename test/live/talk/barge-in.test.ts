import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aboutToSpeak,
  answered,
  listening,
  replay,
  saying,
  speaking,
  speechEnd,
  speechLikely,
  speechStart,
  turnEnd,
  words,
} from './replay.ts';

const sentence = 'What did you do there every day';

test('who speaks on gets the floor after 1.2 s; what was said of the sentence is its turn', () => {
  const { effects, state } = replay(
    speaking(),
    [
      [5100, speechLikely(5000)],
      [5240, speechStart(5000)],
    ],
    { mouth: saying(sentence), untilMs: 7000 },
  );
  assert.deepEqual(effects, [
    '5100 hush',
    '5100 pause',
    '6200 drop reply 1',
    '6200 cut',
    '6200 turn interviewer: What did you …',
    '6200 note interrupted {"atMs":5000,"stoppedMs":120}',
    '6200 listening',
  ]);
  assert.equal(state.reply, undefined);
  assert.equal(state.turns.length, 2);
});

for (const [what, text] of [
  ['"mhm"', 'Mhm.'],
  ['two words', 'Yes, okay.'],
  ['no words at all', ''],
] as const) {
  test(`${what} over the interviewer leaves it the floor`, () => {
    const { effects } = replay(
      speaking(),
      [
        [5100, speechStart(5000)],
        [5500, speechEnd(5000, 5400)],
        [5700, words('final', 5000, 5400, text)],
      ],
      { mouth: saying(sentence), untilMs: 9000 },
    );
    assert.deepEqual(effects, [
      '5100 hush',
      '5100 pause',
      '5700 note back-channel {"atMs":5000}',
      '5700 resume',
    ]);
  });
}

for (const text of [
  'Pardon?',
  'Stop.',
  'Sorry?',
  'Again, please.',
  'Please repeat that.',
  'I was not finished yet.',
]) {
  test(`"${text}" over the interviewer stops it as soon as it is understood`, () => {
    const { effects } = replay(
      speaking(),
      [
        [5100, speechStart(5000)],
        [5500, speechEnd(5000, 5400)],
        [5700, words('final', 5000, 5400, text)],
      ],
      { mouth: saying(sentence), untilMs: 6000 },
    );
    assert.deepEqual(effects.slice(2, 4), ['5700 drop reply 1', '5700 cut']);
    assert.equal(effects.at(-1), '5700 listening');
  });
}

test('what only seemed to be speech makes it pause for 350 ms', () => {
  const { effects } = replay(speaking(), [[5100, speechLikely(5000)]], {
    ...{ mouth: saying(sentence), untilMs: 9000 },
  });
  assert.deepEqual(effects, ['5100 hush', '5100 pause', '5460 resume']);
});

for (const [what, start, mouth] of [
  ['that no person speaks is being said', { ...speaking(), isDisclosing: true }, saying(sentence)],
  ['under 400 ms are left', speaking(), saying(sentence, { leftMs: 390 })],
  ['nothing is said', listening, undefined],
] as const) {
  test(`nothing is cut off where ${what}`, () => {
    const { effects } = replay(
      start,
      [
        [5100, speechLikely(5000)],
        [5240, speechStart(5000)],
      ],
      { ...(mouth && { mouth }), untilMs: 8000 },
    );
    assert.deepEqual(effects, []);
  });
}

test('who speaks before the reply has a sound is not hushed on the page, and goes on with the answer', () => {
  const start = { ...speaking({ to: answered }), reply: { id: 1, wasCut: false, to: answered } };
  const { effects } = replay(
    { ...start, phase: 'thinking' },
    [
      [5100, speechStart(5000)],
      [6500, speechEnd(5000, 6300)],
      [6600, words('final', 5000, 6300, 'And a teacher.')],
      [6700, turnEnd(5000, 6300, 6700)],
    ],
    { mouth: aboutToSpeak, untilMs: 7000 },
  );
  assert.deepEqual(effects, [
    '5100 pause',
    '6200 note resumed-turn {"atMs":5000}',
    '6200 drop reply 1',
    '6200 cut',
    '6200 listening',
    '6600 caption c2 "And a teacher." …',
    '6700 note turn-ended {"startMs":5000,"endMs":6300,"decidedMs":6700,"reason":"sentence-ended"}',
    '6700 caption c2 "And a teacher."',
    '6700 turn candidate: And a teacher.',
    '6700 rewind',
    '6700 thinking',
    '6700 reply to "I am a nurse. And a teacher."',
  ]);
});

test('a reply that was cut off later than 2 s after its first sound was an answer to a whole one', () => {
  const log = [[5100, speechStart(5000)]] as const;
  const late = replay(speaking({ to: answered }), [[...log[0]]], {
    ...{ mouth: saying(sentence), untilMs: 6300 },
  });
  assert.equal(late.state.unfinished, undefined);
  const soon = replay(speaking({ to: answered, startMs: 4500 }), [[...log[0]]], {
    ...{ mouth: saying(sentence), untilMs: 6300 },
  });
  assert.deepEqual(soon.state.unfinished, answered);
});

for (const text of ['Stop.', 'Again, please.']) {
  test(`"${text}" at the beginning of a reply is an answer of its own: the reply is not said anew`, () => {
    const { effects } = replay(
      speaking({ to: answered, startMs: 4500 }),
      [
        [5100, speechStart(5000)],
        [5500, speechEnd(5000, 5400)],
        [5700, words('final', 5000, 5400, text)],
        [5900, turnEnd(5000, 5400, 5900)],
      ],
      { mouth: saying(sentence, { startMs: 4500 }), untilMs: 6000 },
    );
    assert.equal(effects.at(-1), `5900 reply to "${text}"`);
    assert.ok(!effects.includes('5900 rewind'));
  });
}

test('typing stops the interviewer and is no part of what was said before', () => {
  const { effects, state } = replay(
    speaking({ to: answered, startMs: 4500 }),
    [[5000, { type: 'typed', text: 'Wait.' }]],
    { mouth: saying(sentence, { startMs: 4500 }), untilMs: 5000 },
  );
  assert.deepEqual(effects, [
    '5000 note resumed-turn {"atMs":5000}',
    '5000 drop reply 1',
    '5000 cut',
    '5000 turn interviewer: What did you …',
    '5000 listening',
    '5000 turn candidate: Wait.',
    '5000 caption t2 "Wait."',
    '5000 note typed {"chars":5}',
    '5000 thinking',
    '5000 reply to "Wait."',
  ]);
  assert.equal(state.turns.at(-1)!.isTyped, true);
});
